#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are equal to others.
    package func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard let baseAddress, let otherAddress = other.baseAddress else { return true }
        return memcmp(baseAddress, otherAddress, count) == 0
    }
}

extension Slice where Base == UnsafeBufferPointer<UInt8> {
    /// Whether the slice is equal to an ASCII text.
    package func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = UnsafeBufferPointer(start: text.utf8Start, count: count)
        for index in 0..<count where base[startIndex + index] != other[index] { return false }
        return true
    }
}

extension [UInt8] {
    /// Whether the bytes precede others in lexicographical order.
    ///
    /// `memcmp` is ten times as fast as `lexicographicallyPrecedes`.
    package func precedes(_ other: [UInt8]) -> Bool {
        let order = withUnsafeBytes { left in
            other.withUnsafeBytes { right -> CInt in
                guard let start = left.baseAddress, let otherStart = right.baseAddress else { return 0 }
                return memcmp(start, otherStart, Swift.min(left.count, right.count))
            }
        }
        return order == 0 ? count < other.count : order < 0
    }
}
