import Foundation
import Harness
import TransportSecurity

@testable import AppBundle

/// The input is a binary property list.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let value = try? BinaryPropertyList.parsed(Array(UnsafeBufferPointer(start: start, count: count))) else {
        return 0
    }
    var size = 0
    let depth = measure(value, &size)
    claim(depth <= 128, "a depth of \(depth)")
    claim(size <= 1 << 20, "\(size) values out of \(count) bytes")
    if size < 1000 { survivesFoundation(value) }
    return 0
}

private func measure(_ value: PropertyValue, _ size: inout Int) -> Int {
    size += 1
    switch value {
    case .array(let values): return 1 + values.reduce(0) { max($0, measure($1, &size)) }
    case .dictionary(let values): return 1 + values.values.reduce(0) { max($0, measure($1, &size)) }
    case .boolean, .integer, .real, .string, .other: return 1
    }
}

/// Claims that Foundation's encoding of the value is read as the same value.
private func survivesFoundation(_ value: PropertyValue) {
    guard let object = object(value),
        let data = try? PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    else { return }
    let again = try? BinaryPropertyList.parsed(Array(data))
    claim(again == value, "\(value) becomes \(String(describing: again))")
}

/// The value for Foundation; nil if Foundation cannot write it, or if it is not equal to itself.
private func object(_ value: PropertyValue) -> Any? {
    switch value {
    case .boolean(let flag): return flag
    case .integer(let number): return number
    case .real(let number): return number.isNaN ? nil : number
    case .string(let text): return text
    case .array(let values):
        let objects = values.compactMap(object)
        return objects.count == values.count ? objects : nil
    case .dictionary(let values):
        let objects = values.compactMapValues(object)
        return objects.count == values.count ? objects : nil
    case .other: return nil
    }
}
