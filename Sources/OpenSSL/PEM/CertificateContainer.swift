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
