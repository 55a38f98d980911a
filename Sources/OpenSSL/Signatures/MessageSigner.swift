import COpenSSL

/// Signs messages (CMS, RFC 5652): the result has the content, the signature, and the signer's chain.
///
/// A value without a pointer, which every thread can use. Certificates and key are read for each message.
public struct MessageSigner: Hashable, Sendable {
    private let certificates: [[UInt8]]
    private let key: [UInt8]

    /// Reads certificates and key.
    ///
    /// - Parameters:
    ///   - certificates: A PEM file, the signer's certificate first, then those of its issuers.
    ///   - key: A PEM file with the key of the first certificate, without a passphrase.
    public init(
        certificates: (bytes: [UInt8], file: String), key: (bytes: [UInt8], file: String)
    ) throws(SignerFault) {
        let privateKey: PrivateKey
        do throws(PEMError) {
            self.certificates = try PEMFile.certificates(in: certificates.bytes, named: certificates.file)
        } catch {
            throw .certificates(error)
        }
        do throws(PEMError) {
            privateKey = try PrivateKey(pem: key.bytes, named: key.file)
        } catch {
            throw .key(error)
        }
        guard let der = privateKey.der else {
            throw .key(PEMError(text: "the key in \(key.file) is of a kind that cannot be used."))
        }
        self.key = der
        let isPair: Bool
        do throws(OpenSSLError) {
            isPair =
                try self.certificates.first.map { (der) throws(OpenSSLError) in
                    try SigningCertificate(der: der).matches(privateKey)
                } ?? false
            if isPair { _ = try signed([]) }
        } catch {
            throw .key(
                PEMError(
                    text: "nothing can be signed with the key in \(key.file) (\(error.text)); give an RSA or EC key."))
        }
        guard isPair else {
            throw .certificates(
                PEMError(
                    text:
                        "the first certificate in \(certificates.file) is not for the key in \(key.file); give the two "
                        + "that belong together."))
        }
    }

    /// The signed message in DER.
    public func signed(_ content: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let chain = try certificates.map { (der) throws(OpenSSLError) in try SigningCertificate(der: der) }
        let privateKey = try PrivateKey(der: key)
        OpenSSLError.emptyQueue()
        guard let signer = chain.first, let issuers = OPENSSL_sk_new_null() else { throw OpenSSLError.takeQueue() }
        // Frees the stack, and not the certificates, which have owners.
        defer { OPENSSL_sk_free(issuers) }
        for issuer in chain.dropFirst() {
            guard OPENSSL_sk_push(issuers, UnsafeRawPointer(issuer.pointer)) > 0 else { throw OpenSSLError.takeQueue() }
        }
        guard let input = content.withUnsafeBytes({ InputBIO.copying($0) }) else { throw OpenSSLError.takeQueue() }
        defer { BIO_free(input) }
        let message = withExtendedLifetime(chain) {
            CMS_sign(signer.pointer, privateKey.pointer, issuers, input, UInt32(CMS_BINARY | CMS_NOSMIMECAP))
        }
        guard let message else { throw OpenSSLError.takeQueue() }
        defer { CMS_ContentInfo_free(message) }
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_CMS_ContentInfo(message, &encoded)
        defer { shim_OPENSSL_free(encoded) }
        guard count > 0, let encoded else { throw OpenSSLError.takeQueue() }
        return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
    }
}

/// A certificate of a signer, or of an issuer in the signer's chain; owns an `X509`.
///
/// The certificate lives in the library context of the process, since the one for servers' certificates has no private
/// keys.
final class SigningCertificate {
    /// The `X509`.
    let pointer: OpaquePointer

    /// Reads a certificate in DER.
    init(der: [UInt8]) throws(OpenSSLError) {
        OpenSSLError.emptyQueue()
        let parsed = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_X509(nil, &position, buffer.count)
        }
        guard let parsed else { throw OpenSSLError.takeQueue() }
        pointer = parsed
    }

    deinit {
        X509_free(pointer)
    }

    /// Whether the certificate is for the public half of a key.
    func matches(_ key: PrivateKey) -> Bool {
        defer { OpenSSLError.emptyQueue() }
        return X509_check_private_key(pointer, key.pointer) == 1
    }
}

/// The reason why a signer cannot be made, with the file at fault.
public enum SignerFault: Error, Hashable, Sendable {
    /// The certificates cannot be read, or the first is not for the key.
    case certificates(PEMError)
    /// The key cannot be read, or not be used.
    case key(PEMError)
}
