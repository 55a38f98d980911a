import Recording

/// The beginning of a recording, which tells the recording from all others.
public struct RecordingHead {
    /// What kind of recording begins like this; nil before that is known.
    public private(set) var kind: Kind?
    private var splitter = LineSplitter()
    private var line = ScannedLine(distinguishesFacts: false)
    private var condensed: (header: CondensedHeader, sources: [RecordingSource])?
    private var firstLine: [UInt8]?
    private let digest: ([UInt8]) -> [UInt8]

    /// The kinds of recordings.
    public enum Kind: Hashable, Sendable {
        /// A recording of a proxy, with its identifier; empty if it has no line.
        case recording(String)
        /// A condensed recording, with the recordings that it counts.
        case condensed(CondensedHeader, [RecordingSource])

        /// Whether loads of several recordings are counted together.
        public var isAddedUp: Bool {
            switch self {
            case .recording: false
            case .condensed(let header, _): header.isAddedUp
            }
        }
    }

    /// Creates the beginning of a recording.
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
        splitter.append(piece) { read($0) }
        swap(&splitter, &self.splitter)
    }

    /// Notes the end of the recording.
    public mutating func end() {
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.finish { read($0) }
        guard kind == nil else { return }
        kind =
            condensed.map { Kind.condensed($0.header, $0.sources) }
            ?? .recording(firstLine.map { "sha256:" + digest($0).hexadecimal } ?? "")
    }

    private mutating func read(_ next: LineSplitter.Line) {
        guard kind == nil, case .text(let text) = next else { return }
        if let known = condensed {
            if let source = try? RecordingSource(condensed: text), text.starts(with: #"{"event":"recording","#.utf8) {
                condensed?.sources.append(source)
            } else {
                kind = .condensed(known.header, known.sources)
            }
            return
        }
        guard text.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
        if firstLine == nil {
            if let header = CondensedHeader.beginning(text) {
                if header.isKnown { condensed = (header, []) } else { kind = .condensed(header, []) }
                return
            }
            firstLine = Array(text)
        }
        guard (try? line.read(text)) != nil else { return }
        switch line.event {
        case .decision, .closed, .segment: kind = .recording(line.id.text)
        case .facts, .lost, .policy, .trust, .service, .other: return
        }
    }
}
