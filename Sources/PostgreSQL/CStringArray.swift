#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An array of C strings for calls of libpq: pointers to copies of texts, ended by a null pointer.
struct CStringArray: ~Copyable {
    private let pointers: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>

    /// Copies the texts; nil becomes a null pointer.
    init(_ texts: [String?]) {
        pointers = .allocate(capacity: texts.count + 1)
        for (index, text) in texts.enumerated() {
            pointers.initializeElement(at: index, to: text.map { UnsafePointer(Self.copy($0)) })
        }
        pointers.initializeElement(at: texts.count, to: nil)
    }

    deinit {
        for pointer in pointers { pointer?.deallocate() }
        pointers.deallocate()
    }

    /// Hands out the array for the duration of a call.
    borrowing func withPointers<Result>(_ use: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result) -> Result {
        use(UnsafePointer(pointers.baseAddress))
    }

    /// A copy of a text as a C string, which the caller deallocates.
    private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
        return copy
    }
}
