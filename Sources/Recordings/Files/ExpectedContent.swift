/// The content of a file, with which that of another file is compared piece by piece.
struct ExpectedContent {
    private let file: RecordingFile
    private var bytes: [UInt8] = []
    /// The number of these that were compared.
    private var start = 0
    private var isMore = true

    /// Creates the content of a file, from its beginning.
    init(of file: RecordingFile) {
        self.file = file
    }

    /// Passes the bytes with which the content goes on like a piece, and returns their number. Throws an error if the
    /// file cannot be read.
    mutating func pass(_ piece: ArraySlice<UInt8>) throws(RecordingFileError) -> Int {
        try read(piece.count)
        let rest = bytes[start...].prefix(piece.count)
        let equal =
            // Nearly all pieces are equal.
            rest == piece ? piece.count : zip(piece, rest).enumerated().first { $1.0 != $1.1 }?.offset ?? rest.count
        start += equal
        return equal
    }

    /// Whether the last line that was passed goes on with nothing but blanks. Throws an error if the file cannot be
    /// read.
    mutating func endsLine() throws(RecordingFileError) -> Bool {
        while true {
            try read(1)
            guard start < bytes.count, bytes[start] != UInt8(ascii: "\n") else { return true }
            guard Self.isBlank(bytes[start]) else { return false }
            start += 1
        }
    }

    /// Whether a byte is one of those that say nothing at the end of a line, or the line feed.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x20 || byte == 0x0D || byte == 0x09 }

    /// Reads on, until a number of bytes is there that were not compared, or the file ends.
    private mutating func read(_ count: Int) throws(RecordingFileError) {
        guard bytes.count - start < count else { return }
        // Fewer bytes are moved than are compared next. Very many small pieces thus take no more time than a few large
        // ones.
        bytes.removeFirst(start)
        start = 0
        while isMore, bytes.count < count { isMore = try file.read { bytes += $0 } }
    }
}
