import COpenSSL
import TransportSecurity

/// The options of `openssl s_client` for the same hello that this program sends.
public enum HelloCommand {
    /// The options for an offer; nil if OpenSSL has no suite of the offer.
    public static func options(for offer: Offer) -> [String]? {
        do throws(OpenSSLError) {
            return try OfferSettings(offer, in: nil).commandOptions
        } catch {
            return nil
        }
    }

    /// OpenSSL's name of a suite; nil if OpenSSL does not know the suite.
    public static func name(of suite: CipherSuite) -> String? {
        guard let context = SSL_CTX_new(TLS_client_method()) else { return nil }
        defer { SSL_CTX_free(context) }
        guard let connection = SSL_new(context) else { return nil }
        defer { SSL_free(connection) }
        let code = [UInt8(suite.rawValue >> 8), UInt8(suite.rawValue & 0xFF)]
        guard let cipher = SSL_CIPHER_find(connection, code) else { return nil }
        return SSL_CIPHER_get_name(cipher).map { String(cString: $0) }
    }
}
