/// The endings of decisions that were read before, with what they contribute to a `ScannedLine`.
///
/// Loads of one kind differ in their first members: time, identifier, client, test case, path. The bytes after these are
/// equal, about three quarters of a line, and are scanned only once.
struct KnownEndings {
    private var endings: [UInt64: Ending] = [:]
    /// The texts and kinds of the endings, one after the other.
    private var bytes: [UInt8] = []
    private var size = 0
    /// The limit for `size`, at which all endings are forgotten.
    private let sizeLimit: Int

    /// The memory for an ending besides its bytes.
    private static let overhead = 128

    /// Knows no ending yet. The endings that are remembered take up to so many bytes.
    init(sizeLimit: Int = 16 << 20) {
        self.sizeLimit = sizeLimit
    }

    /// The place at which the ending of a line begins.
    struct Beginning {
        /// The last member before the ending, which begins with this member's value.
        var member: EventMember
        /// The number of bytes of the line before the ending.
        var offset: Int
        /// The members of the line so far, one bit for each.
        var members: UInt64
        /// The size of the line's kind so far.
        var kindSize: Int
        fileprivate var hash: UInt64

        init(_ member: EventMember, offset: Int, members: UInt64, kindSize: Int, of line: UnsafeBufferPointer<UInt8>) {
            (self.member, self.offset, self.members, self.kindSize) = (member, offset, members, kindSize)
            hash = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(line)[offset...]).fastHash
        }
    }

    /// An ending that was scanned before.
    struct Ending {
        fileprivate var member: EventMember
        fileprivate var text: Range<Int>
        fileprivate var kind: Range<Int>
        /// The members of the ending, one bit for each, without the member that it begins with.
        fileprivate(set) var members: UInt64
        /// The number of bytes before the bracket that closes the object of the line.
        fileprivate(set) var length: Int
    }

    /// The known ending with the bytes of the line from its beginning on; nil if there is none.
    func ending(_ beginning: Beginning, of line: UnsafeBufferPointer<UInt8>) -> Ending? {
        guard let known = endings[beginning.hash], known.member == beginning.member else { return nil }
        let text = UnsafeBufferPointer(rebasing: line[beginning.offset...])
        guard known.text.count == text.count else { return nil }
        return bytes.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[known.text]).isEqual(to: text) }
            ? known : nil
    }

    /// Appends the bytes that the ending contributes to the kind of a line.
    func appendKind(of ending: Ending, to kind: inout [UInt8]) {
        kind.append(contentsOf: bytes[ending.kind])
    }

    /// Keeps the ending of a line that was scanned. `length` is the number of bytes before the bracket that closes the
    /// object of the line.
    mutating func keep(
        _ beginning: Beginning, of line: UnsafeBufferPointer<UInt8>, length: Int, members: UInt64, kind: [UInt8]
    ) {
        let text = line[beginning.offset...]
        let kind = kind[beginning.kindSize...]
        size += text.count + kind.count + Self.overhead
        if size > sizeLimit { forgetAll() }
        let ending = Ending(
            member: beginning.member, text: bytes.count..<bytes.count + text.count,
            kind: bytes.count + text.count..<bytes.count + text.count + kind.count,
            members: members & ~beginning.members, length: length - beginning.offset)
        bytes += text
        bytes += kind
        endings[beginning.hash] = ending
    }

    private mutating func forgetAll() {
        endings.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        size = 0
    }
}
