#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Copies of the first and the latest bytes that were read of a file. A file that still has these bytes at the same
/// offsets is taken for one that has only grown.
struct FileSamples {
    private var first: [UInt8] = []
    private var latest: [UInt8] = []
    /// The offset in the file after `latest`.
    private var end: Int64 = 0

    /// The largest number of bytes in either copy.
    private static let limit = 1024

    /// Adds the bytes that were read next, at an offset in the file.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64) {
        if first.count < Self.limit { first += bytes.prefix(Self.limit - first.count) }
        latest = Array((latest + bytes.suffix(Self.limit)).suffix(Self.limit))
        end = offset + Int64(bytes.count)
    }

    /// Whether an open file has the same bytes at the same offsets.
    func match(_ descriptor: Int32) -> Bool {
        Self.bytes(of: descriptor, at: 0, count: first.count) == first
            && Self.bytes(of: descriptor, at: end - Int64(latest.count), count: latest.count) == latest
    }

    /// The bytes of a file at an offset; fewer than `count` if the file ends before, and none if it cannot be read.
    static func bytes(of descriptor: Int32, at offset: Int64, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, read in
            read = max(0, pread(descriptor, bytes.baseAddress, count, off_t(offset)))
        }
    }
}
