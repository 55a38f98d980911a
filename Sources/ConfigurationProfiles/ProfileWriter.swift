import OpenSSL
import SetupPages

/// Writes configuration profiles, with a signature if there is a signer.
public struct ProfileWriter: Hashable, Sendable {
    private let signer: MessageSigner?

    /// Creates a writer.
    public init(signer: MessageSigner? = nil) {
        self.signer = signer
    }

    /// Whether the profiles are signed. Signed profiles are binary.
    public var signs: Bool { signer != nil }

    /// The document of a profile: a property list in XML, or a CMS message with one in DER. Each call makes new UUIDs.
    public func document(of profile: DeviceProfile) throws(WritingError) -> [UInt8] {
        do {
            let document = try ProfileDocument(profile).xml()
            return try signer?.signed(document) ?? document
        } catch let error as OpenSSLError {
            throw WritingError(text: "the profile cannot be signed: \(error.text)")
        } catch {
            throw WritingError(text: "the profile cannot be written as a property list")
        }
    }

    /// The reason why a profile could not be written.
    public struct WritingError: Error, Hashable, Sendable {
        /// A clause without a full stop. The text never contains a password.
        public var text: String
    }
}
