#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Texts as C expects several of them: an array of pointers that ends with a null pointer.
struct CStringArray: ~Copyable {
    private let pointers: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>

    /// Copies the texts; nil becomes a null pointer.
    init(_ texts: [String?]) {
        pointers = .allocate(capacity: texts.count + 1)
        for (place, text) in texts.enumerated() {
            pointers.initializeElement(at: place, to: text.map { UnsafePointer(Self.copy($0)) })
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

    private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (place, byte) in bytes.enumerated() { (copy + place).initialize(to: byte) }
        return copy
    }
}
