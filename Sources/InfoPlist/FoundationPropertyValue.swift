import Foundation
import TransportSecurity

extension PropertyValue {
    /// Creates the value from the result of Foundation's parsers of property lists and JSON. The recursion is bounded,
    /// because these parsers limit the depth to 512.
    package init(foundation value: Any) {
        switch value {
        case let dictionary as [String: Any]: self = .dictionary(dictionary.mapValues(PropertyValue.init(foundation:)))
        case let array as [Any]: self = .array(array.map(PropertyValue.init(foundation:)))
        case let string as String: self = .string(string)
        case let number as NSNumber: self.init(number)
        case is Date: self = .other("a date")
        case is Data: self = .other("data")
        case is NSNull: self = .other("null")
        case _: self = .other("a value of an unknown type")
        }
    }

    /// Creates a Boolean or a number. `as? Bool` also succeeds for the number 1; the Objective-C type distinguishes the
    /// two on every platform.
    private init(_ number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"), UInt8(ascii: "B"):
            self = .boolean(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"):
            self = .real(number.doubleValue)
        case UInt8(ascii: "Q"):
            self = Int64(exactly: number.uint64Value).map(PropertyValue.integer) ?? .real(number.doubleValue)
        case _:
            self = .integer(number.int64Value)
        }
    }
}
