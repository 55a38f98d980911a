// Classes of Apple's Foundation that the sources use, without bodies (developer.apple.com/documentation/foundation).

open class NSObject: Hashable {
    public init() {}
    public static func == (lhs: NSObject, rhs: NSObject) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) {}
}

public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
    public init(_ value: Bool) {}
    public init(booleanLiteral value: Bool) {}
    public var boolValue: Bool { false }
}

public class NSNull: NSObject {}

public class NSNumber: NSObject {
    public var objCType: UnsafePointer<CChar> { fatalError() }
    public var boolValue: Bool { false }
    public var intValue: Int { 0 }
    public var int64Value: Int64 { 0 }
    public var uint16Value: UInt16 { 0 }
    public var uint64Value: UInt64 { 0 }
    public var doubleValue: Double { 0 }
    public init(value: Bool) {}
    public init(value: Int) {}
    public init(value: Int16) {}
    public var int16Value: Int16 { 0 }
}

public final class NSError: Error {
    public init(domain: String, code: Int, userInfo: [String: Any]? = nil) {}
    public var domain: String { "" }
    public var code: Int { 0 }
    public var userInfo: [String: Any] { [:] }
    public var localizedDescription: String { "" }
}
/// What the compiler calls for `as NSError`.
public func _convertErrorToNSError(_ error: any Error) -> NSError { NSError(domain: "", code: 0) }
/// What the compiler calls for `as Error`.
public func _convertNSErrorToError(_ error: NSError?) -> any Error { error ?? NSError(domain: "", code: 0) }
public let NSPOSIXErrorDomain = ""
public let NSCocoaErrorDomain = ""
public let NSUnderlyingErrorKey = ""
public let NSLocalizedDescriptionKey = ""

extension Error {
    public var localizedDescription: String { "" }
}

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var failureReason: String? { get }
    var recoverySuggestion: String? { get }
    var helpAnchor: String? { get }
}
extension LocalizedError {
    public var errorDescription: String? { nil }
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }
}

public struct CocoaError: Error {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let fileNoSuchFile = Code(rawValue: 4)
        public static let fileReadUnknown = Code(rawValue: 256)
        public static let fileReadNoPermission = Code(rawValue: 257)
        public static let fileReadNoSuchFile = Code(rawValue: 260)
        public static let fileWriteUnknown = Code(rawValue: 512)
        public static let fileWriteNoPermission = Code(rawValue: 513)
        public static let fileWriteFileExists = Code(rawValue: 516)
    }
    public init(_ code: Code, userInfo: [String: Any] = [:]) {}
    public var code: Code { .fileReadUnknown }
}

public struct FileAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let type = FileAttributeKey(rawValue: "")
    public static let size = FileAttributeKey(rawValue: "")
    public static let posixPermissions = FileAttributeKey(rawValue: "")
    public static let ownerAccountID = FileAttributeKey(rawValue: "")
    public static let modificationDate = FileAttributeKey(rawValue: "")
}
public struct FileAttributeType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let typeDirectory = FileAttributeType(rawValue: "")
    public static let typeRegular = FileAttributeType(rawValue: "")
    public static let typeSymbolicLink = FileAttributeType(rawValue: "")
}

open class FileManager: NSObject {
    public class var `default`: FileManager { FileManager() }
    public var temporaryDirectory: URL { URL(fileURLWithPath: "") }
    public var homeDirectoryForCurrentUser: URL { URL(fileURLWithPath: "") }
    public var currentDirectoryPath: String { "" }
    public func fileExists(atPath path: String) -> Bool { false }
    public func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { false }
    public func isExecutableFile(atPath path: String) -> Bool { false }
    public func isReadableFile(atPath path: String) -> Bool { false }
    public func contents(atPath path: String) -> Data? { nil }
    public func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    public func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
    public func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
    public func removeItem(at url: URL) throws {}
    public func removeItem(atPath path: String) throws {}
    public func moveItem(at source: URL, to target: URL) throws {}
    public func createDirectory(
        atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    public func createDirectory(
        at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    @discardableResult public func createFile(
        atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil
    ) -> Bool { false }
}

public final class FileHandle: Sendable {
    public class var standardInput: FileHandle { FileHandle(fileDescriptor: 0) }
    public class var standardOutput: FileHandle { FileHandle(fileDescriptor: 1) }
    public class var standardError: FileHandle { FileHandle(fileDescriptor: 2) }
    public class var nullDevice: FileHandle { FileHandle(fileDescriptor: 0) }
    public init(fileDescriptor: Int32, closeOnDealloc: Bool) {}
    public convenience init(fileDescriptor: Int32) { self.init(fileDescriptor: fileDescriptor, closeOnDealloc: false) }
    public convenience init(forReadingFrom url: URL) throws { self.init(fileDescriptor: 0) }
    public convenience init(forWritingTo url: URL) throws { self.init(fileDescriptor: 0) }
    public convenience init?(forReadingAtPath path: String) { self.init(fileDescriptor: 0) }
    public var fileDescriptor: Int32 { 0 }
    public func readToEnd() throws -> Data? { nil }
    public func read(upToCount count: Int) throws -> Data? { nil }
    public func write<T: DataProtocol>(contentsOf data: T) throws {}
    public func offset() throws -> UInt64 { 0 }
    @discardableResult public func seekToEnd() throws -> UInt64 { 0 }
    public func seek(toOffset offset: UInt64) throws {}
    public func synchronize() throws {}
    public func close() throws {}
    public func closeFile() {}
}

open class ProcessInfo: NSObject {
    public class var processInfo: ProcessInfo { ProcessInfo() }
    public var environment: [String: String] { [:] }
    public var arguments: [String] { [] }
    public var activeProcessorCount: Int { 1 }
    public var processorCount: Int { 1 }
    public var hostName: String { "" }
    public var processIdentifier: Int32 { 0 }
}

open class Process: NSObject {
    public var executableURL: URL?
    public var arguments: [String]?
    public var environment: [String: String]?
    public var standardInput: Any?
    public var standardOutput: Any?
    public var standardError: Any?
    public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal }
    public func run() throws {}
    public func waitUntilExit() {}
    public func terminate() {}
    public var isRunning: Bool { false }
    public var processIdentifier: Int32 { 0 }
    public var terminationStatus: Int32 { 0 }
    public var terminationReason: TerminationReason { .exit }
}

public final class Pipe: Sendable {
    public init() {}
    public var fileHandleForReading: FileHandle { .standardInput }
    public var fileHandleForWriting: FileHandle { .standardInput }
}

open class Thread: NSObject {
    public class func sleep(forTimeInterval interval: TimeInterval) {}
}

open class Bundle: NSObject {
    public class var main: Bundle { Bundle() }
    public var executableURL: URL? { nil }
    public var bundleURL: URL { URL(fileURLWithPath: "") }
}
