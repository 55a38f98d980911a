// Readers and writers of Apple's Foundation that the sources use, without bodies
// (developer.apple.com/documentation/foundation).

open class JSONSerialization: NSObject {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
    }
    public class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { 0 }
}

open class JSONDecoder {
    public init() {}
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

open class JSONEncoder {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }
    public init() {}
    open var outputFormatting: OutputFormatting = []
    open func encode<T: Encodable>(_ value: T) throws -> Data { Data() }
}

open class PropertyListSerialization: NSObject {
    public enum PropertyListFormat: UInt, Sendable { case openStep = 1, xml = 100, binary = 200 }
    public struct ReadOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public class func propertyList(
        from data: Data, options: ReadOptions = [], format: UnsafeMutablePointer<PropertyListFormat>?
    ) throws -> Any { 0 }
}

open class PropertyListEncoder {
    public init() {}
    open var outputFormat: PropertyListSerialization.PropertyListFormat = .binary
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
}

open class XMLParser: NSObject {
    public init(data: Data) {}
    public weak var delegate: (any XMLParserDelegate)?
    public func parse() -> Bool { false }
    public var parserError: (any Error)? { nil }
    public var lineNumber: Int { 0 }
    public var columnNumber: Int { 0 }
    public var shouldResolveExternalEntities = false
}

public protocol XMLParserDelegate: AnyObject {
    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error)
}
