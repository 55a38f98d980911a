import TransportSecurity

/// A parser of binary property lists, `bplist00` (the format is described at the top of CFBinaryPList.c).
///
/// Foundation on Linux never finishes a list whose arrays contain each other many times. This parser limits the depth
/// and the size of the expanded values.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    /// The number of bytes of an offset in the offset table.
    private let offsetSize: Int
    /// The number of bytes of a reference to an object, which is its index in the offset table.
    private let referenceSize: Int
    private let objectCount: Int
    /// The offset of the offset table, which follows the objects.
    private let offsetTable: Int
    /// The remaining allowance for expanded values, in bytes of memory, approximately.
    private var budget = 1 << 26
    /// The offset of the innermost object that cannot be read.
    private var fault: Int?

    /// The error for a file that is malformed or exceeds the limits.
    struct Malformed: Error, Hashable, CustomStringConvertible {
        /// The offset of the object that cannot be read; nil if the trailer cannot be read, which says where objects
        /// are.
        var offset: Int?

        /// The fault as a clause.
        var description: String {
            guard let offset else { return "its last \(trailerSize) bytes do not say where its objects are" }
            return "the object at byte \(offset) is damaged or too large"
        }
    }

    /// The value of a whole file.
    static func parsed(_ bytes: [UInt8]) throws(Malformed) -> PropertyValue {
        guard var list = BinaryPropertyList(bytes), let top = list.top, top < list.objectCount else {
            throw Malformed(offset: nil)
        }
        guard let value = list.value(at: top, depth: 0) else { throw Malformed(offset: list.fault) }
        return value
    }

    private static let trailerSize = 32
    private static let depthLimit = 128

    /// Reads the trailer: 6 unused bytes, two sizes of one byte, and three numbers of 8 bytes.
    private init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: "bplist0".utf8), bytes.count >= 8 + Self.trailerSize else { return nil }
        let trailer = bytes.count - Self.trailerSize
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)]),
            let table = Self.number(bytes[(trailer + 24)...]),
            table <= trailer, count <= (trailer - table) / offsetSize
        else { return nil }
        objectCount = count
        offsetTable = table
    }

    /// The index of the outermost object; nil if it does not fit an `Int`.
    private var top: Int? {
        let trailer = bytes.count - Self.trailerSize
        return Self.number(bytes[(trailer + 16)..<(trailer + 24)])
    }

    /// The value of a big-endian number; nil if it does not fit an `Int`.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Bytes before the offset table; nil if they extend beyond it.
    private func slice(_ start: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard start >= 0, count >= 0, start <= offsetTable, count <= offsetTable - start else { return nil }
        return bytes[start..<(start + count)]
    }
}

extension BinaryPropertyList {
    /// The object with the given index, with all its references resolved.
    private mutating func value(at index: Int, depth: Int) -> PropertyValue? {
        // A missing object is a fault of the object that refers to it.
        guard index < objectCount else { return nil }
        let entry = offsetTable + index * offsetSize
        guard let offset = Self.number(bytes[entry..<(entry + offsetSize)]), let marker = slice(offset, 1)?.first else {
            fault = fault ?? entry
            return nil
        }
        guard depth < Self.depthLimit, spend(64), let value = value(of: marker, at: offset, depth: depth) else {
            fault = fault ?? offset
            return nil
        }
        return value
    }

    /// The object with a marker, which is at the given offset.
    private mutating func value(of marker: UInt8, at offset: Int, depth: Int) -> PropertyValue? {
        switch (marker >> 4, marker & 0x0F) {
        case (0x0, 0x0): return .other("null")
        case (0x0, 0x8): return .boolean(false)
        case (0x0, 0x9): return .boolean(true)
        case (0x1, let exponent): return slice(offset + 1, 1 << Int(exponent)).flatMap(Self.integer)
        case (0x2, let exponent): return slice(offset + 1, 1 << Int(exponent)).flatMap(Self.real)
        case (0x3, _): return .other("a date")
        case (0x4, _): return .other("data")
        case (0x5, _): return string(at: offset, width: 1) { String(decoding: $0, as: UTF8.self) }
        case (0x6, _): return string(at: offset, width: 2, decode: Self.utf16)
        case (0x8, _): return .other("a UID")
        case (0xA...0xC, _): return array(at: offset, depth: depth)
        case (0xD, _): return dictionary(at: offset, depth: depth)
        case _: return nil
        }
    }

    private mutating func array(at offset: Int, depth: Int) -> PropertyValue? {
        guard let (count, start) = extent(at: offset), let references = references(start, count) else { return nil }
        var values: [PropertyValue] = []
        for reference in references {
            guard let value = value(at: reference, depth: depth + 1) else { return nil }
            values.append(value)
        }
        return .array(values)
    }

    private mutating func dictionary(at offset: Int, depth: Int) -> PropertyValue? {
        guard let (count, start) = extent(at: offset), count <= bytes.count, let keys = references(start, count),
            let values = references(start + count * referenceSize, count)
        else { return nil }
        var dictionary: [String: PropertyValue] = [:]
        for (key, reference) in zip(keys, values) {
            guard case .string(let name) = value(at: key, depth: depth + 1),
                let value = value(at: reference, depth: depth + 1)
            else { return nil }
            dictionary[name] = value
        }
        return .dictionary(dictionary)
    }

    private mutating func string(
        at offset: Int, width: Int, decode: (ArraySlice<UInt8>) -> String
    ) -> PropertyValue? {
        guard let (count, start) = extent(at: offset), count <= bytes.count, spend(count * width),
            let text = slice(start, count * width)
        else { return nil }
        return .string(decode(text))
    }

    /// The count and the start of the content. The count is the low half of the marker, or the integer after the marker
    /// if that half is 15.
    private func extent(at offset: Int) -> (count: Int, start: Int)? {
        guard let marker = slice(offset, 1)?.first else { return nil }
        let count = Int(marker & 0x0F)
        guard count == 15 else { return (count, offset + 1) }
        guard let size = slice(offset + 1, 1)?.first, size >> 4 == 1, size & 0x0F <= 3,
            let digits = slice(offset + 2, 1 << Int(size & 0x0F)), let count = Self.number(digits)
        else { return nil }
        return (count, digits.endIndex)
    }

    /// A sequence of references; nil if it extends beyond the objects.
    private func references(_ start: Int, _ count: Int) -> [Int]? {
        guard count <= bytes.count, let slice = slice(start, count * referenceSize) else { return nil }
        let numbers = stride(from: slice.startIndex, to: slice.endIndex, by: referenceSize)
            .compactMap { Self.number(slice[$0..<($0 + referenceSize)]) }
        return numbers.count == count ? numbers : nil
    }

    /// Subtracts a cost from the budget. Returns false if the budget is exceeded.
    private mutating func spend(_ cost: Int) -> Bool {
        budget -= min(cost, budget + 1)
        return budget >= 0
    }
}

extension BinaryPropertyList {
    /// Integers of one, two and four bytes are unsigned, and those of eight bytes are signed. An integer of sixteen
    /// bytes is a value beyond that range.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> PropertyValue? {
        let bits = bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch bytes.count {
        case 1, 2, 4, 8: return .integer(Int64(bitPattern: bits))
        case 16: return .real(Double(bits))
        case _: return nil
        }
    }

    private static func real(_ bytes: ArraySlice<UInt8>) -> PropertyValue? {
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch bytes.count {
        case 4: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case 8: return .real(Double(bitPattern: bits))
        case _: return nil
        }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>) -> String {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }
}
