import COpenSSL

/// The protection of the Initial packets that one side of a QUIC connection sends (RFC 9001 §5.2, RFC 9369 §3.3).
///
/// Every observer has the keys, because they follow from the first packet itself. Nothing secret is opened.
public struct InitialProtection: Sendable {
    private let key: [UInt8]
    private let vector: [UInt8]
    private let headerKey: [UInt8]

    /// The number of bytes of a sample for header protection.
    public static let sampleLength = 16
    /// The number of bytes of the tag behind each ciphertext.
    private static let tagLength = 16

    /// Derives the keys.
    ///
    /// - Parameters:
    ///   - salt: The salt of the version of QUIC.
    ///   - connectionID: The destination connection ID of the client's first Initial packet.
    ///   - side: The label of the side: `client in` or `server in`.
    ///   - prefix: The beginning of the labels of keys: `quic` or `quicv2`.
    public init?(salt: [UInt8], connectionID: [UInt8], side: String, prefix: String) {
        guard let initial = Self.authenticate(connectionID, with: salt),
            let secret = Self.expand(initial, label: side, length: 32),
            let key = Self.expand(secret, label: "\(prefix) key", length: 16),
            let vector = Self.expand(secret, label: "\(prefix) iv", length: 12),
            let headerKey = Self.expand(secret, label: "\(prefix) hp", length: 16)
        else { return nil }
        (self.key, self.vector, self.headerKey) = (key, vector, headerKey)
    }

    /// The mask of the protected header, of which five bytes are used (RFC 9001 §5.4.3); nil if the sample has not its
    /// length.
    public func headerMask(sample: [UInt8]) -> [UInt8]? {
        guard sample.count == Self.sampleLength, let context = CipherContext() else { return nil }
        var mask = [UInt8](repeating: 0, count: 32)
        var count: Int32 = 0
        guard EVP_EncryptInit_ex(context.pointer, EVP_aes_128_ecb(), nil, headerKey, nil) == 1,
            EVP_EncryptUpdate(context.pointer, &mask, &count, sample, Int32(sample.count)) == 1, count == 16
        else { return nil }
        return Array(mask.prefix(16))
    }

    /// Opens the payload of a packet; nil if it was not protected with these keys.
    ///
    /// - Parameters:
    ///   - payload: The ciphertext and its tag.
    ///   - number: The packet number.
    ///   - header: The header without its protection.
    public func open(_ payload: [UInt8], number: UInt64, header: [UInt8]) -> [UInt8]? {
        guard payload.count >= Self.tagLength, let context = CipherContext() else { return nil }
        var nonce = vector
        for index in 0..<8 { nonce[4 + index] ^= UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * index)) }
        let length = payload.count - Self.tagLength
        let ciphertext = Array(payload[..<length])
        var tag = Array(payload[length...])
        var content = [UInt8](repeating: 0, count: length + Self.tagLength)
        var (count, rest): (Int32, Int32) = (0, 0)
        guard EVP_DecryptInit_ex(context.pointer, EVP_aes_128_gcm(), nil, key, nonce) == 1,
            EVP_DecryptUpdate(context.pointer, nil, &count, header, Int32(header.count)) == 1,
            EVP_DecryptUpdate(context.pointer, &content, &count, ciphertext, Int32(length)) == 1,
            EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagLength), &tag) == 1,
            EVP_DecryptFinal_ex(context.pointer, &content, &rest) == 1
        else { return nil }
        return Array(content.prefix(Int(count)))
    }

    /// HMAC with SHA-256 (RFC 2104), which is HKDF-Extract (RFC 5869 §2.2).
    private static func authenticate(_ message: [UInt8], with key: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        guard HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &digest, &length) != nil,
            length == 32
        else { return nil }
        return digest
    }

    /// HKDF-Expand-Label (RFC 8446 §7.1) without a context, for at most 32 bytes.
    private static func expand(_ secret: [UInt8], label: String, length: Int) -> [UInt8]? {
        let label = Array("tls13 \(label)".utf8)
        let information = [0, UInt8(length), UInt8(label.count)] + label + [0]
        return authenticate(information + [1], with: secret).map { Array($0.prefix(length)) }
    }
}

/// A context of a symmetric cipher; owns an `EVP_CIPHER_CTX`.
final class CipherContext {
    /// The `EVP_CIPHER_CTX`.
    let pointer: OpaquePointer

    /// Creates a context without a cipher; nil if there is no memory for it.
    init?() {
        guard let pointer = EVP_CIPHER_CTX_new() else { return nil }
        self.pointer = pointer
    }

    deinit {
        EVP_CIPHER_CTX_free(pointer)
    }
}
