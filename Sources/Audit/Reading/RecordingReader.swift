import JSONWriting
import Recording
import TransportSecurity

/// Reads recordings of any size line by line. The memory grows with the number of distinct entries, not with the number
/// of lines.
///
/// Log shippers may rewrite lines: with another order of members, white space, escapes and additional members. Such a
/// line is read as the original line would be.
public struct RecordingReader {
    /// Decodes one line. Any error makes the line a broken one.
    public typealias Decoder = (UnsafeBufferPointer<UInt8>) throws -> RecordedEvent

    private var builder: TrafficBuilder
    private var splitter = LineSplitter()
    private var sources: [RecordingSource] = []

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - keepingFacts: Whether facts about servers are kept, so that the traffic can be judged again.
    ///   - filter: The choice of loads to count.
    ///   - decode: Decodes one line of JSON.
    public init(keepingFacts: Bool, filter: RecordingFilter = RecordingFilter(), decode: @escaping Decoder) {
        builder = TrafficBuilder(keepingFacts: keepingFacts, filter: filter, decode: decode)
    }

    /// The largest number of entries.
    public static let kindLimit = TrafficBuilder.kindLimit

    /// Begins a recording. The following bytes belong to it.
    public mutating func begin(_ name: String, _ identity: FileIdentity? = nil) {
        var source = RecordingSource(name: name)
        source.identity = identity
        sources.append(source)
        splitter = LineSplitter()
    }

    /// Reads a part of the recording, of any length.
    public mutating func read(_ piece: UnsafeBufferPointer<UInt8>) {
        guard !sources.isEmpty else { return }
        sources[sources.count - 1].bytes += Int64(piece.count)
        // The splitter calls back into the reader, so it is moved out of the reader during the call.
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.append(piece) { read($0) }
        swap(&splitter, &self.splitter)
    }

    /// Ends the recording. A last line without a line feed counts if it is complete.
    public mutating func end() {
        guard !sources.isEmpty else { return }
        let brokenBefore = sources[sources.count - 1].brokenLines
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.finish {
            sources[sources.count - 1].endsUnfinished = true
            read($0)
        }
        // An incomplete last line is not broken, because its writer may not have finished it.
        if sources[sources.count - 1].endsUnfinished, sources[sources.count - 1].brokenLines > brokenBefore {
            sources[sources.count - 1].forgetBroken()
        }
    }

    /// The traffic that was read so far.
    public var traffic: RecordedTraffic { builder.traffic(in: sources) }
}

extension RecordingReader {
    private mutating func read(_ next: LineSplitter.Line) {
        let place = sources.count - 1
        sources[place].lines += 1
        switch next {
        case .overlong:
            sources[place].countBroken(nil)
        case .text(let text):
            // Blank lines are ignored.
            guard text.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
            let text = Self.withoutMark(text)
            do {
                switch try builder.add(text) {
                case .event: break
                case .lost(let count): sources[place].countLost(count)
                case .unknown(let name): sources[place].countUnknown(name)
                }
                sources[place].events += 1
            } catch {
                sources[place].countBroken(text)
            }
        }
    }

    /// The line without a byte order mark (RFC 8259 §8.1 permits to ignore it).
    private static func withoutMark(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        text.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeBufferPointer(rebasing: text[3...]) : text
    }

}
