import OpenSSL
import TransportSecurity

/// Reads files of roots in PEM.
enum RootsFile {
    /// The certificates in a file, at least one, in DER. The name is for the fault.
    public static func certificates(in bytes: [UInt8], named file: String) throws(DataFileFault) -> [[UInt8]] {
        if let kind = FileKind(bytes), !kind.mayHoldCertificates {
            throw DataFileFault("\(file) \(kind.rawValue); it should be a PEM file (-----BEGIN ...-----).")
        }
        do throws(PEMError) {
            return try PEMFile.certificates(in: bytes, named: file)
        } catch {
            throw DataFileFault(error.text)
        }
    }

    /// Checks that an updated file is whole. One that was cut off between two certificates would otherwise count as
    /// such.
    static func check(_ certificates: [[UInt8]], in bytes: [UInt8], named file: String) throws(DataFileFault) {
        guard let count = count(in: bytes) else {
            throw DataFileFault(
                "\(file) does not say how many certificates it holds (\"156 certificates\" in its first comment), so that "
                    + "nobody can tell whether it is whole.")
        }
        guard count == certificates.count else {
            throw DataFileFault(
                "\(file) holds \(certificates.count) certificates, but its first comment says \(count); the file is not "
                    + "whole.")
        }
    }

    /// The number in the leading comment, `156 certificates`; nil without one.
    private static func count(in bytes: [UInt8]) -> Int? {
        let lines = String(decoding: bytes.prefix(4096), as: UTF8.self).split(separator: "\n").prefix {
            $0.hasPrefix("#")
        }
        return lines.lazy.compactMap { $0.firstMatch(of: #/\b(\d+) certificates\b/#) }.first.flatMap { Int($0.1) }
    }

    /// The day in the leading comment, `as of 2025-12-28`; nil without one.
    static func date(in bytes: [UInt8]) -> Instant? {
        LeadingText.value(behind: "as of ", count: 10, in: bytes).flatMap { Instant("\($0)T00:00:00Z") }
    }
}
