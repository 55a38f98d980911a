/// The reason why a signer cannot be made, with the file at fault.
public enum SignerFault: Error, Hashable, Sendable {
    /// The certificates cannot be read, or the first is not for the key.
    case certificates(PEMError)
    /// The key cannot be read, or not be used.
    case key(PEMError)
}
