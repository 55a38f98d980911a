import OpenSSL
import TransportSecurity

/// Reads files of roots in PEM.
enum RootsFile {
    /// The certificates in a file, at least one, in DER.
    ///
    /// - Parameter file: The name of the file in the message of the error.
    public static func certificates(in bytes: [UInt8], named file: String) throws(DataFileFault) -> [[UInt8]] {
        if let kind = FileKind(of: bytes), !kind.mayHoldCertificates {
            throw DataFileFault("\(file) \(kind.predicate); it should be a PEM file (-----BEGIN ...-----).")
        }
        do throws(PEMError) {
            return try PEMFile.certificates(in: bytes, named: file)
        } catch {
            throw DataFileFault(error.text)
        }
    }

    /// Checks that an updated file has as many certificates as its first comment says. A file that was cut off between
    /// two certificates would otherwise be accepted.
    static func check(_ certificates: [[UInt8]], in bytes: [UInt8], named file: String) throws(DataFileFault) {
        guard let count = statedCount(in: bytes) else {
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

    /// The number of certificates that the header comment states, as in `156 certificates`; nil if it states none.
    private static func statedCount(in bytes: [UInt8]) -> Int? {
        let lines = String(decoding: bytes.prefix(4096), as: UTF8.self).split(separator: "\n")
        for line in lines.prefix(while: { $0.hasPrefix("#") }) {
            if let match = line.firstMatch(of: #/\b(\d+) certificates\b/#) { return Int(match.1) }
        }
        return nil
    }

    /// The day in the header comment, as in `as of 2025-12-28`; nil if it has none.
    static func date(in bytes: [UInt8]) -> Instant? {
        HeaderComment.value(after: "as of ", length: 10, in: bytes).flatMap { Instant("\($0)T00:00:00Z") }
    }
}
