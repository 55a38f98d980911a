/// The elements of a constructed DER value (X.690), read one after the other.
///
/// Tags have one byte, as all tags in certificates do. Lengths have at most four bytes.
struct DERSequence: IteratorProtocol, Sequence {
    /// An element of a constructed value.
    struct Element {
        /// The identifier octet.
        var tag: UInt8
        /// The content octets.
        var content: ArraySlice<UInt8>
    }

    /// The bytes that were not read yet.
    private(set) var rest: ArraySlice<UInt8>
    /// Whether the bytes are not a series of DER elements. The reading ends there.
    private(set) var isMalformed = false

    /// Creates a reader of the content octets of a constructed value.
    init(content: ArraySlice<UInt8>) { rest = content }

    /// The only element of the bytes; nil if they are not exactly one element with that tag.
    static func content(of bytes: ArraySlice<UInt8>, tag: UInt8) -> ArraySlice<UInt8>? {
        var reader = DERSequence(content: bytes)
        guard let element = reader.next(), element.tag == tag, reader.rest.isEmpty else { return nil }
        return element.content
    }

    /// All elements; nil if the bytes are not a series of elements.
    static func elements(of content: ArraySlice<UInt8>) -> [Element]? {
        var reader = DERSequence(content: content)
        var found: [Element] = []
        while let element = reader.next() { found.append(element) }
        return reader.isMalformed ? nil : found
    }

    mutating func next() -> Element? {
        guard !isMalformed, let tag = rest.popFirst() else { return nil }
        guard tag & 0x1F != 0x1F, let length = readLength(), length <= rest.count else {
            isMalformed = true
            return nil
        }
        let content = rest.prefix(length)
        rest = rest.dropFirst(length)
        return Element(tag: tag, content: content)
    }

    private mutating func readLength() -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first & 0x80 != 0 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count), rest.count >= count else { return nil }
        let length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(count)
        return length
    }
}
