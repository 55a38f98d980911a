/// The reason why no configuration profile can be made. Its text contains no password.
public struct ProfileFault: Error, Hashable, Sendable {
    /// One sentence for the person who asked for the profile.
    public var sentence: String

    /// Creates a fault.
    public init(sentence: String) {
        self.sentence = sentence
    }
}
