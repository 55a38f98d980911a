// What the sources use of Yams (github.com/jpsim/Yams), without bodies. Yams itself is known to build on a Mac, and takes
// far more of Foundation than the stand-in declares.

public struct Mark: Sendable {
    public let line: Int
    public let column: Int
}

public enum YamlError: Error {
    public struct Context {
        public let text: String
        public let mark: Mark
    }
    case no
    case memory
    case reader(problem: String, offset: Int?, value: Int32, yaml: String)
    case scanner(context: Context?, problem: String, Mark, yaml: String)
    case parser(context: Context?, problem: String, Mark, yaml: String)
    case composer(context: Context?, problem: String, Mark, yaml: String)
    case writer(problem: String)
    case emitter(problem: String)
    case representer(problem: String)
    case dataCouldNotBeDecoded(encoding: UInt)
    case duplicatedKeysInMapping(duplicates: [String], context: Context)
}

public enum Node: Hashable {
    case scalar(Scalar)
    case mapping(Mapping)
    case sequence(Sequence)
    case alias(Alias)

    public struct Scalar: Hashable {
        public enum Style: UInt32 { case any, plain, singleQuoted, doubleQuoted, literal, folded }
        public var string: String { "" }
        public var style: Style { .any }
    }
    public struct Alias: Hashable {}
    public struct Sequence: Hashable, RandomAccessCollection {
        public var startIndex: Int { 0 }
        public var endIndex: Int { 0 }
        public subscript(index: Int) -> Node { .alias(Alias()) }
    }
    public struct Mapping: Hashable, BidirectionalCollection {
        public typealias Element = (key: Node, value: Node)
        public var startIndex: Int { 0 }
        public var endIndex: Int { 0 }
        public func index(after index: Int) -> Int { index + 1 }
        public func index(before index: Int) -> Int { index - 1 }
        public subscript(position: Int) -> Element { (.alias(Alias()), .alias(Alias())) }
        public subscript(string: String) -> Node? { nil }
        public subscript(node: Node) -> Node? { nil }
        public var keys: [Node] { [] }
    }

    public var scalar: Scalar? { nil }
    public var mapping: Mapping? { nil }
    public var sequence: Sequence? { nil }
    public var string: String? { nil }
    public var bool: Bool? { nil }
    public var float: Double? { nil }
    public var int: Int? { nil }
    public var null: Void? { nil }
    public var mark: Mark? { nil }
    public var anchor: Anchor? { nil }
}

public final class Anchor {}

public final class Parser {
    public init(yaml: String) throws {}
    public func singleRoot() throws -> Node? { nil }
}
