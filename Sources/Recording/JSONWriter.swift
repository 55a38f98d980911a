/// Writes JSON (RFC 8259) into a buffer, without Foundation, one event after the other.
///
/// Names and values are written in the order of the calls. Text from the network is escaped so that no control
/// character, no line separator and no malformed UTF-8 reaches a line.
public struct JSONWriter {
    /// What was written so far, UTF-8.
    public private(set) var bytes: [UInt8] = []

    /// A writer with nothing written.
    public init() {}
}
