import COpenSSL

/// An error in a PEM file (RFC 7468).
public struct PEMError: Error, Hashable, Sendable {
    /// A sentence for the owner of the file, with the file name and the number of the block.
    public var text: String
}

/// Reads certificates and revocation lists from PEM files that users provide.
///
/// Text between the blocks, blocks of other kinds, blank lines and a byte order mark are skipped. A file with a single
/// DER value is also accepted. Containers of certificates, PKCS #7 and PKCS #12, are refused with the command that
/// unpacks them.
public enum PEMFile {
    /// The largest accepted file in bytes. The trust stores of operating systems have a quarter of a megabyte.
    public static let maximumBytes = 64 * 1024 * 1024

    /// The certificates in a file, in DER. Each can be parsed. A file without any is an error.
    public static func certificates(in bytes: [UInt8], named file: String) throws(PEMError) -> [[UInt8]] {
        try values(
            in: bytes, named: file, what: "certificate",
            labels: certificateLabels
        ) { der throws(OpenSSLError) in _ = try ParsedCertificate(der: der) }
    }

    /// The labels of the blocks other than certificates, each once, in the order of the file.
    public static func otherBlocks(in bytes: [UInt8]) -> [String] {
        var labels: [String] = []
        for line in bytes.split(separator: 0x0A) where line.starts(with: Array("-----BEGIN ".utf8)) {
            let label = String(
                decoding: line.dropFirst(11).prefix { $0 != UInt8(ascii: "-") }.prefix(64), as: UTF8.self)
            if !certificateLabels.contains(label), !labels.contains(label), labels.count < 8 { labels.append(label) }
        }
        return labels
    }

    /// A trusted certificate of OpenSSL is a certificate followed by its trusted purposes (X509_CERT_AUX), which are
    /// dropped.
    private static let certificateLabels: Set<String> = [
        PEM_STRING_X509, PEM_STRING_X509_OLD, PEM_STRING_X509_TRUSTED,
    ]

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
        if let container = CertificateContainer(der: bytes) { throw PEMError(text: container.sentence(file, "DER")) }
        // A SEQUENCE of more than 127 bytes. Its second byte is not ASCII: no text begins like this.
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
            let der = UnsafeBufferPointer(start: data, count: count)
            if labels.contains(name) {
                blocks.append(name == PEM_STRING_X509_TRUSTED ? firstElement(of: Array(der)) : Array(der))
            } else if let container = CertificateContainer(label: name) {
                throw PEMError(text: container.sentence(file, "PEM"))
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

    /// The first of several elements of DER (X.690 §8.1.3), or all bytes if its length is not that of an element in
    /// them.
    private static func firstElement(of der: [UInt8]) -> [UInt8] {
        guard der.count > 2 else { return der }
        let octets = der[1] < 0x80 ? 0 : Int(der[1] & 0x7F)
        guard octets <= 4, der.count > 2 + octets else { return der }
        let length = octets == 0 ? Int(der[1]) : der[2..<(2 + octets)].reduce(0) { $0 << 8 | Int($1) }
        return Array(der.prefix(2 + octets + length))
    }
}

/// A PEM file without blank lines in its blocks and without a byte order mark, which editors leave in such files.
///
/// OpenSSL's parser treats a blank line as the end of the headers of RFC 1421, and refuses it anywhere else. A block
/// with such headers is not changed.
struct PEMText {
    /// The text for OpenSSL.
    private(set) var bytes: [UInt8] = []
    private var beginnings: [Int] = []

    /// Creates the text of a file.
    init(_ file: [UInt8]) {
        var rest = file[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        bytes.reserveCapacity(rest.count)
        var number = 0
        var isInBlock = false
        var hasHeaders = false
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...]
            if line.starts(with: Array("-----".utf8)) {
                isInBlock = line.starts(with: Array("-----BEGIN ".utf8))
                hasHeaders = false
                if isInBlock { beginnings.append(number) }
            } else if isInBlock, line.contains(UInt8(ascii: ":")) {
                hasHeaders = true
            } else if isInBlock, !hasHeaders, line.allSatisfy({ [0x20, 0x09, 0x0D, 0x0A].contains($0) }) {
                continue
            }
            bytes.append(contentsOf: line)
        }
    }

    /// The line of the file on which a block begins; both count from 1.
    func line(ofBlock number: Int) -> Int? {
        beginnings.indices.contains(number - 1) ? beginnings[number - 1] : nil
    }
}

/// A format that holds certificates and is not read here.
enum CertificateContainer {
    /// PKCS #7 (RFC 2315), as in files with the extension `.p7b`.
    case pkcs7
    /// PKCS #12 (RFC 7292), as in files with the extensions `.pfx` and `.p12`, which can hold a private key.
    case pkcs12

    /// Recognizes a container in DER by its first elements; nil for other content.
    init?(der: [UInt8]) {
        guard der.count > 4, der[0] == 0x30, der[1] >= 0x80 else { return nil }
        let content = der.dropFirst(2 + Int(der[1] & 0x7F))
        // The object identifier of signedData.
        if content.starts(with: [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]) {
            self = .pkcs7
        } else if content.starts(with: [0x02, 0x01, 0x03, 0x30]) {
            self = .pkcs12
        } else {
            return nil
        }
    }

    /// Recognizes a container by the label of its block in PEM; nil for other labels.
    init?(label: String) {
        guard label == "PKCS7" || label == "PKCS #7 SIGNED DATA" || label == "CMS" else { return nil }
        self = .pkcs7
    }

    /// A sentence with the command that writes the certificates of a file in PEM.
    func sentence(_ file: String, _ format: String) -> String {
        let name =
            file.allSatisfy { $0.isLetter || $0.isNumber || "./_-".contains($0) }
            ? file : "'" + file.replacing("'", with: "'\\''") + "'"
        switch self {
        case .pkcs7:
            return
                "\(file) is PKCS #7; take the certificates out: openssl pkcs7 -inform \(format) -in \(name) -print_certs "
                + "-out chain.pem"
        case .pkcs12:
            return "\(file) is PKCS #12; take the certificates out: openssl pkcs12 -in \(name) -nokeys -out chain.pem"
        }
    }
}
