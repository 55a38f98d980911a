import Events
import TransportSecurity

/// Reads the beginning of a recording, which identifies the recording. `RecordingSelection` compares the identifiers of
/// several files.
public struct RecordingHead {
    /// The kind of the recording; nil before it is known.
    public private(set) var kind: Kind?
    /// Whether the list of recordings in a condensed recording is complete, because another line follows it. Without
    /// such a line, the recording was cut off and may have had further recordings.
    public private(set) var isListWhole = false
    private var splitter = LineSplitter()
    private var line = ScannedLine()
    /// The header of a condensed recording and the recordings that were listed so far; nil for any other recording.
    private var condensed: (header: CondensedHeader, sources: [RecordingSource])?
    /// The first line that is not blank.
    private var firstLine: [UInt8]?
    /// The time of the first event.
    private var begun: Instant?
    /// Whether a line that is not blank was read.
    private var hasBegun = false
    private let digest: ([UInt8]) -> [UInt8]

    /// The kinds of recordings.
    public enum Kind: Hashable, Sendable {
        /// A recording of a proxy, with its identifier and the time of its first event. The identifier is empty for a
        /// file without a line.
        case recording(String, begun: Instant?)
        /// A condensed recording, with the recordings whose loads it counts.
        case condensed(CondensedHeader, [RecordingSource])

        /// Whether loads of several recordings are counted together.
        public var isAddedUp: Bool {
            switch self {
            case .recording: false
            case .condensed(let header, _): header.isAddedUp
            }
        }
    }

    /// Creates a reader of the beginning of a recording.
    ///
    /// - Parameter digest: Computes SHA-256.
    public init(digest: @escaping ([UInt8]) -> [UInt8]) {
        self.digest = digest
    }

    /// Reads a part of the recording. Parts after the beginning are ignored.
    public mutating func read(_ piece: UnsafeBufferPointer<UInt8>) {
        guard kind == nil else { return }
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        // The splitter calls back into this value, so it is moved out of the value during the call.
        splitter.append(piece) { read($0) }
        swap(&splitter, &self.splitter)
    }

    /// Ends the recording.
    public mutating func end() {
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.finish { read($0) }
        guard kind == nil else { return }
        if let condensed {
            kind = .condensed(condensed.header, condensed.sources)
        } else {
            kind = .recording(firstLine.map { "sha256:" + digest($0).hexadecimal } ?? "", begun: begun)
        }
    }

    private mutating func read(_ next: LineSplitter.Line) {
        guard kind == nil else { return }
        switch next {
        case .text(let text): readLine(text.withoutByteOrderMark)
        case .overlong: hasBegun = true
        }
    }

    private mutating func readLine(_ text: UnsafeBufferPointer<UInt8>) {
        guard !text.isBlank else { return }
        defer { hasBegun = true }
        if let condensed {
            let type = try? CondensedLineType(of: text)
            if type == .recording, let source = try? RecordingSource(condensed: text) {
                self.condensed?.sources.append(source)
            } else {
                isListWhole = type != nil && type != .recording
                kind = .condensed(condensed.header, condensed.sources)
            }
            return
        }
        if !hasBegun, let header = CondensedHeader.inFirstLine(text) {
            if header.isKnown { condensed = (header, []) } else { kind = .condensed(header, []) }
            return
        }
        if firstLine == nil { firstLine = Array(text) }
        guard (try? line.read(text)) != nil else { return }
        begun = begun ?? line.time
        switch line.event {
        case .decision, .closed: kind = .recording(RecordingIdentifier.text(of: text, load: line.id), begun: begun)
        case .segment: kind = .recording(line.id.text, begun: begun)
        case .facts, .lost, .policy, .trust, .service, .label, .other: return
        }
    }
}
