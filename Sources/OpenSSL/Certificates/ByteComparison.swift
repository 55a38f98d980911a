#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension [UInt8] {
    /// Whether two arrays are equal, as `==`, which compares byte by byte and is slow for certificates.
    public func hasSameBytes(as other: [UInt8]) -> Bool {
        count == other.count
            && withUnsafeBytes { own in
                other.withUnsafeBytes { bytes in
                    guard let left = own.baseAddress, let right = bytes.baseAddress else { return true }
                    return memcmp(left, right, own.count) == 0
                }
            }
    }
}
