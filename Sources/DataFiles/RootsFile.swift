import OpenSSL
import TransportSecurity

/// Reads files of roots in PEM.
public enum RootsFile {
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

    /// Throws a fault unless a file holds as many certificates as its leading comment states, `156 certificates`. A file that was
    /// cut off between two certificates looks whole otherwise.
    static func check(_ certificates: [[UInt8]], in bytes: [UInt8], named file: String) throws(DataFileFault) {
        let comment = String(decoding: bytes.prefix(LeadingText.limit), as: UTF8.self)
        guard let text = comment.firstMatch(of: /([0-9]{1,6}) certificates/)?.output.1, let count = Int(text) else {
            throw DataFileFault("\(file) does not say in its first comment how many certificates follow.")
        }
        guard count == certificates.count else {
            throw DataFileFault(
                "\(file) holds \(certificates.count) certificates in place of the \(count) that its first comment states."
            )
        }
    }

    /// The day in the leading comment, `as of 2025-12-28`; nil without one.
    static func date(in bytes: [UInt8]) -> Instant? {
        LeadingText.value(behind: "as of ", count: 10, in: bytes).flatMap { Instant("\($0)T00:00:00Z") }
    }
}
