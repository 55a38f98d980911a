import COpenSSL

/// An error in a PEM file (RFC 7468).
public struct PEMError: Error, Hashable, Sendable {
    /// A sentence for the owner of the file, with the file name and the number of the block.
    public var text: String
}

/// Reads certificates and revocation lists from PEM files that users provide.
///
/// Text between the blocks, blocks of other kinds, blank lines and a byte order mark are skipped. A file with a single
/// DER value is also accepted.
public enum PEMFile {
    /// The largest accepted file in bytes. The trust stores of operating systems have a quarter of a megabyte.
    public static let maximumBytes = 64 * 1024 * 1024

    /// The certificates in a file, in DER. Each can be parsed. A file without any is an error.
    public static func certificates(in bytes: [UInt8], named file: String) throws(PEMError) -> [[UInt8]] {
        try values(
            in: bytes, named: file, what: "certificate",
            labels: [PEM_STRING_X509, PEM_STRING_X509_OLD]
        ) { der throws(OpenSSLError) in _ = try ParsedCertificate(der: der) }
    }

    /// The certificate revocation lists in a file, in DER. Each can be parsed. A file without any is an error.
    public static func revocationLists(in bytes: [UInt8], named file: String) throws(PEMError) -> [[UInt8]] {
        try values(in: bytes, named: file, what: "revocation list", labels: [PEM_STRING_X509_CRL]) {
            der throws(OpenSSLError) in _ = try RevocationList(der: der)
        }
    }

    private static func values(
        in bytes: [UInt8], named file: String, what: String, labels: Set<String>,
        check: ([UInt8]) throws(OpenSSLError) -> Void
    ) throws(PEMError) -> [[UInt8]] {
        guard bytes.count <= maximumBytes else {
            throw PEMError(text: "\(file) is larger than \(maximumBytes >> 20) MB; leave out what is not needed.")
        }
        // A SEQUENCE of more than 127 bytes. Its second byte is not ASCII, so that no text begins like this.
        let isDER = bytes.count > 1 && bytes[0] == 0x30 && bytes[1] >= 0x80
        let found = isDER ? (blocks: [bytes], others: []) : try self.blocks(in: bytes, named: file, labels: labels)
        let blocks = found.blocks
        guard !blocks.isEmpty else {
            let others = found.others.isEmpty ? "" : ", only \(found.others.sorted().joined(separator: ", "))"
            throw PEMError(text: "\(file) holds no \(what)\(others); it should be a PEM file with at least one.")
        }
        for (index, der) in blocks.enumerated() {
            do throws(OpenSSLError) {
                try check(der)
            } catch {
                throw PEMError(
                    text: "\(what) \(index + 1) in \(file) cannot be read (\(error.text)); replace or remove it.")
            }
        }
        return blocks
    }

    private static func blocks(
        in bytes: [UInt8], named file: String, labels: Set<String>
    ) throws(PEMError) -> (blocks: [[UInt8]], others: Set<String>) {
        let text = PEMText(bytes)
        guard let input = text.bytes.withUnsafeBytes({ InputBIO.copying($0) }) else {
            throw PEMError(text: "\(file) cannot be read; there is no memory left.")
        }
        defer { BIO_free(input) }
        var blocks: [[UInt8]] = []
        var others: Set<String> = []
        var number = 0
        while true {
            OpenSSLError.emptyQueue()
            number += 1
            var label: UnsafeMutablePointer<CChar>?
            var header: UnsafeMutablePointer<CChar>?
            var data: UnsafeMutablePointer<UInt8>?
            var count = 0
            let result = PEM_read_bio(input, &label, &header, &data, &count)
            defer {
                shim_OPENSSL_free(label)
                shim_OPENSSL_free(header)
                shim_OPENSSL_free(data)
            }
            guard result == 1, let label, let data else { break }
            let name = String(cString: label)
            if labels.contains(name) {
                blocks.append(Array(UnsafeBufferPointer(start: data, count: count)))
            } else if others.count < 8 {
                others.insert(String(name.prefix(64)))
            }
        }
        guard shim_ERR_is_end_of_pem(ERR_peek_last_error()) == 1 else {
            let reason = OpenSSLError.takeQueue().text
            let line = text.line(ofBlock: number).map { ", which begins in line \($0)," } ?? ""
            throw PEMError(text: "PEM block \(number) in \(file)\(line) is broken (\(reason)); replace or remove it.")
        }
        OpenSSLError.emptyQueue()
        return (blocks, others)
    }
}
