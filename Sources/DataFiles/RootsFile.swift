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

    /// The day in the leading comment, `as of 2025-12-28`; nil without one.
    static func date(in bytes: [UInt8]) -> Instant? {
        LeadingText.value(behind: "as of ", count: 10, in: bytes).flatMap { Instant("\($0)T00:00:00Z") }
    }
}
