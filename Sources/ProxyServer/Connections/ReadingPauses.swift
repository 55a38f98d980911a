/// The reasons for which a client is not read now.
struct ReadingPauses: OptionSet {
    let rawValue: UInt8

    /// The session has asked something and has no answer yet.
    static let unanswered = ReadingPauses(rawValue: 1)
    /// The session has paused the client.
    static let commanded = ReadingPauses(rawValue: 2)
    /// The client sends nothing more.
    static let finished = ReadingPauses(rawValue: 4)
}
