import Foundation
import InfoPlist
import Testing
import TransportSecurity

@Suite struct FoundationPropertyValueTests {
    @Test func distinguishesTypes() {
        let rows: [(Any, PropertyValue)] = [
            (true, .boolean(true)), (NSNumber(value: false), .boolean(false)), (NSNumber(value: 1), .integer(1)),
            (NSNumber(value: 1.0), .real(1)), (NSNumber(value: UInt64.max), .real(Double(UInt64.max))),
            (NSNumber(value: UInt64(7)), .integer(7)), (NSNumber(value: Int64.min), .integer(.min)),
            ("1", .string("1")),
            (["a": [1, "b"] as [Any]], .dictionary(["a": .array([.integer(1), .string("b")])])),
            (Date(), .other("a date")), (Data(), .other("data")), (NSNull(), .other("null")),
        ]
        for (value, expected) in rows { #expect(PropertyValue(foundation: value) == expected) }
    }
}
