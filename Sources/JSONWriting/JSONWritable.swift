import InternetNames
import TransportSecurity

/// A type whose values can be written as JSON: an event, or a value in an event.
public protocol JSONWritable {
    /// Writes the value.
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    /// The value as one line of JSON in UTF-8, without a line feed.
    public var line: [UInt8] {
        var json = JSONWriter(reserving: 1024)
        write(to: &json)
        return json.bytes
    }
}

extension String: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.string(self) }
}

extension ByteString: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.string(utf8: octets) }
}

extension Host: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .name(let name): name.write(to: &json)
        case .address(let address): address.write(to: &json)
        }
    }
}

extension Bool: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.boolean(self) }
}

extension Int: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.number(Int64(self)) }
}

extension Int64: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.number(self) }
}

extension UInt16: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.number(Int64(self)) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) {
        if let value = self { value.write(to: &json) } else { json.null() }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { element.write(to: &json) }
        }
    }
}

/// The raw values of the program's own enumerations need no escapes.
extension JSONWritable where Self: RawRepresentable, RawValue == String {
    @inlinable
    public func write(to json: inout JSONWriter) { json.plain(rawValue) }
}

extension JSONWritable where Self: CustomStringConvertible {
    @inlinable
    public func write(to json: inout JSONWriter) { json.string(description) }
}

extension Instant: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.time(self) }
}

extension OSVersion: JSONWritable {}
extension RuleID: JSONWritable {}
extension Decision: JSONWritable {}
extension Mode: JSONWritable {}
extension Route: JSONWritable {}
extension LoadingAPI: JSONWritable {}
extension Load.Scheme: JSONWritable {}
extension Requirements.Reason: JSONWritable {}
extension ChainEvaluation.Anchor: JSONWritable {}

extension TLSVersion: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.plain(name) }
}
