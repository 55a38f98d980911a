/// The content of a file that is compared with the pieces of another file, one after the other.
struct ComparedContent {
    private let file: RecordingFile
    /// The bytes that were read last.
    private var bytes: [UInt8] = []
    /// The number of these bytes that were compared.
    private var start = 0
    /// Whether the file may have more bytes.
    private var isMore = true

    /// Creates the content of a file, from its beginning.
    init(of file: RecordingFile) {
        self.file = file
    }

    /// Compares the next bytes of the content with a piece, and moves behind the equal ones. Returns the number of
    /// equal bytes. Throws an error if the file cannot be read.
    mutating func passEqualBytes(of piece: ArraySlice<UInt8>) throws(RecordingFileError) -> Int {
        try read(piece.count)
        let rest = bytes[start...].prefix(piece.count)
        let equal: Int
        if rest == piece {
            // Nearly all pieces are equal, and this comparison is fast.
            equal = piece.count
        } else {
            equal = zip(piece, rest).prefix { $0.0 == $0.1 }.count
        }
        start += equal
        return equal
    }

    /// Whether only white space follows up to the end of the present line. Throws an error if the file cannot be read.
    mutating func endsLine() throws(RecordingFileError) -> Bool {
        while true {
            try read(1)
            guard start < bytes.count, bytes[start] != UInt8(ascii: "\n") else { return true }
            guard Self.isBlank(bytes[start]) else { return false }
            start += 1
        }
    }

    /// Whether a byte is a space, a tab, a carriage return or a line feed.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x20 || byte == 0x0D || byte == 0x09 }

    /// Reads on until a number of bytes is available for comparison, or the file ends.
    private mutating func read(_ count: Int) throws(RecordingFileError) {
        guard bytes.count - start < count else { return }
        // Fewer bytes are moved than are compared next, and the time for many small pieces therefore remains linear.
        bytes.removeFirst(start)
        start = 0
        while isMore, bytes.count < count { isMore = try file.read { bytes += $0 } }
    }
}
