// Values of Apple's Foundation that the sources use, without bodies (developer.apple.com/documentation/foundation).
@_exported import Darwin

public typealias TimeInterval = Double

public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
public protocol ContiguousBytes {
    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}
extension Array: ContiguousBytes where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}

public struct Data: DataProtocol, RangeReplaceableCollection, MutableCollection, Hashable, Codable, Sendable {
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = WritingOptions(rawValue: 1)
        public static let withoutOverwriting = WritingOptions(rawValue: 2)
    }
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let mappedIfSafe = ReadingOptions(rawValue: 1)
    }
    public struct Base64EncodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public init() {}
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
    public init(bytes: UnsafeRawPointer, count: Int) {}
    public init<SourceType>(buffer: UnsafeBufferPointer<SourceType>) {}
    public init(repeating repeatedValue: UInt8, count: Int) {}
    public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
    public init?(base64Encoded text: String, options: Base64DecodingOptions = []) { nil }
    public func base64EncodedString(options: Base64EncodingOptions = []) -> String { "" }
    public func write(to url: URL, options: WritingOptions = []) throws {}
    public func withUnsafeBytes<ResultType>(_ body: (UnsafeRawBufferPointer) throws -> ResultType) rethrows
        -> ResultType
    {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 {
        get { 0 }
        set {}
    }
    public subscript(bounds: Range<Int>) -> Data {
        get { self }
        set {}
    }
    public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C)
    where C.Element == UInt8 {}
}

public struct Date: Hashable, Comparable, Codable, Sendable {
    public init() {}
    public init(timeIntervalSince1970: TimeInterval) {}
    public var timeIntervalSince1970: TimeInterval { 0 }
    public static var now: Date { Date() }
    public static func < (lhs: Date, rhs: Date) -> Bool { false }
}

public struct TimeZone: Hashable, Sendable {
    public static var current: TimeZone { TimeZone() }
    public init?(secondsFromGMT seconds: Int) {}
    private init() {}
    public func secondsFromGMT(for date: Date = Date()) -> Int { 0 }
}

public struct UUID: Hashable, Codable, Sendable {
    public init() {}
    public init?(uuidString: String) {}
    public var uuidString: String { "" }
}

public struct URL: Hashable, Codable, Sendable {
    public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
    public init?(string: String) {}
    public init(fileURLWithPath path: String) {}
    public init(fileURLWithPath path: String, isDirectory: Bool) {}
    public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {}
    public var absoluteString: String { "" }
    public var path: String { "" }
    public func path(percentEncoded: Bool = true) -> String { "" }
    public var scheme: String? { nil }
    public var user: String? { nil }
    public var password: String? { nil }
    public var host: String? { nil }
    public func host(percentEncoded: Bool = true) -> String? { nil }
    public func user(percentEncoded: Bool = true) -> String? { nil }
    public func password(percentEncoded: Bool = true) -> String? { nil }
    public func query(percentEncoded: Bool = true) -> String? { nil }
    public var port: Int? { nil }
    public var query: String? { nil }
    public var fragment: String? { nil }
    public var lastPathComponent: String { "" }
    public var pathExtension: String { "" }
    public var standardizedFileURL: URL { self }
    public func appendingPathComponent(_ component: String) -> URL { self }
    public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { self }
    public func appending<S: StringProtocol>(path: S, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
    public func appendingPathExtension(_ pathExtension: String) -> URL { self }
    public func deletingLastPathComponent() -> URL { self }
    public func deletingPathExtension() -> URL { self }
    public func resolvingSymlinksInPath() -> URL { self }
}

public struct CharacterSet: SetAlgebra, Hashable, Sendable {
    public typealias Element = Unicode.Scalar
    public init() {}
    public init(charactersIn text: String) {}
    public static var whitespaces: CharacterSet { CharacterSet() }
    public static var whitespacesAndNewlines: CharacterSet { CharacterSet() }
    public static var newlines: CharacterSet { CharacterSet() }
    public func contains(_ member: Unicode.Scalar) -> Bool { false }
    public func union(_ other: CharacterSet) -> CharacterSet { self }
    public func intersection(_ other: CharacterSet) -> CharacterSet { self }
    public func symmetricDifference(_ other: CharacterSet) -> CharacterSet { self }
    @discardableResult public mutating func insert(_ member: Unicode.Scalar) -> (
        inserted: Bool, memberAfterInsert: Unicode.Scalar
    ) { (false, member) }
    @discardableResult public mutating func remove(_ member: Unicode.Scalar) -> Unicode.Scalar? { nil }
    @discardableResult public mutating func update(with member: Unicode.Scalar) -> Unicode.Scalar? { nil }
    public mutating func formUnion(_ other: CharacterSet) {}
    public mutating func formIntersection(_ other: CharacterSet) {}
    public mutating func formSymmetricDifference(_ other: CharacterSet) {}
}

extension String {
    public struct Encoding: Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let ascii = Encoding(rawValue: 1)
        public static let utf8 = Encoding(rawValue: 4)
        public static let isoLatin1 = Encoding(rawValue: 5)
        public static let utf16 = Encoding(rawValue: 10)
        public static let utf16BigEndian = Encoding(rawValue: 0x9000_0100)
        public static let utf16LittleEndian = Encoding(rawValue: 0x9400_0100)
        public static let utf32 = Encoding(rawValue: 0x8c00_0100)
        public static let utf32BigEndian = Encoding(rawValue: 0x9800_0100)
        public static let utf32LittleEndian = Encoding(rawValue: 0x9c00_0100)
    }
    public struct CompareOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let caseInsensitive = CompareOptions(rawValue: 1)
        public static let backwards = CompareOptions(rawValue: 4)
    }
    public init?(data: Data, encoding: Encoding) { return nil }
    public init?<S: Sequence>(bytes: S, encoding: Encoding) where S.Element == UInt8 { return nil }
    public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
    public init(contentsOfFile path: String, encoding: Encoding) throws { self = "" }
    public init(format: String, _ arguments: any CVarArg...) { self = "" }
}

extension StringProtocol {
    public func data(using encoding: String.Encoding, allowLossyConversion: Bool = false) -> Data? { nil }
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
    public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { [] }
    public func components(separatedBy separator: CharacterSet) -> [String] { [] }
    public func range<T: StringProtocol>(
        of text: T, options: String.CompareOptions = [], range: Range<Index>? = nil
    ) -> Range<Index>? { nil }
    public func replacingCharacters<T: StringProtocol, R: RangeExpression>(in range: R, with replacement: T) -> String
    where R.Bound == String.Index { "" }
    public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
        of target: Target, with replacement: Replacement, options: String.CompareOptions = [],
        range: Range<Index>? = nil
    ) -> String { "" }
    public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws {}
    public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws {}
}
