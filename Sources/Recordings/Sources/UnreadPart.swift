/// A part of captured traffic that could not be read.
public struct UnreadPart: Hashable, Sendable {
    /// The number of packets, connections or requests.
    public var count: Int
    /// The part as a clause, such as `3 connections lack bytes`.
    public var clause: String
    /// The action that makes the part readable, in one sentence.
    public var fix: String

    /// Creates a part.
    public init(count: Int, clause: String, fix: String) {
        (self.count, self.clause, self.fix) = (count, clause, fix)
    }
}
