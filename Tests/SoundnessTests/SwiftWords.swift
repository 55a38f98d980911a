/// The words and marks of a Swift text in their order, without comments and without what stands in string literals,
/// interpolations aside. A number is a word.
struct SwiftWords {
    private(set) var words: [String] = []
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        while index < bytes.count { readCode() }
    }

    /// Reads up to the end, or to the parenthesis that ends an interpolation.
    private mutating func readCode() {
        var depth = 0
        while let byte = next {
            switch byte {
            case UInt8(ascii: "/") where isNext("//"): skip { $0 == UInt8(ascii: "\n") }
            case UInt8(ascii: "/") where isNext("/*"): skip(over: "/*", upTo: "*/")
            case UInt8(ascii: "#") where isNext("#/"): skip(over: "#/", upTo: "/#")
            case UInt8(ascii: "#"): readHashes()
            case UInt8(ascii: "\""): readString(hashes: 0)
            case UInt8(ascii: ")") where depth == 0:
                index += 1
                return
            case _ where Self.isOfWord(byte):
                let start = index
                skip { !Self.isOfWord($0) }
                words.append(String(decoding: bytes[start..<index], as: UTF8.self))
            case _:
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                if byte > UInt8(ascii: " ") { words.append(mark(byte)) }
                index += 1
            }
        }
    }

    /// Reads a string that begins with hashes. Hashes before anything else are a condition of the compiler or a macro.
    private mutating func readHashes() {
        let start = index
        skip { $0 != UInt8(ascii: "#") }
        if next == UInt8(ascii: "\"") { readString(hashes: index - start) }
    }

    private mutating func readString(hashes: Int) {
        let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
        let quotes = isNext("\"\"\"\n") ? 3 : 1
        let end = Array(repeating: UInt8(ascii: "\""), count: quotes) + escape.dropFirst()
        index += quotes
        while index < bytes.count, !isNext(end) {
            guard isNext(escape) else {
                index += 1
                continue
            }
            index += escape.count
            let isInterpolation = next == UInt8(ascii: "(")
            index += 1
            if isInterpolation { readCode() }
        }
        index += end.count
    }

    private mutating func skip(over start: String, upTo end: String) {
        index += start.utf8.count
        while index < bytes.count, !isNext(end) { index += 1 }
        index += end.utf8.count
    }

    /// The mark as a word. The colon of a conditional expression keeps the blank before it, which no other colon has.
    private func mark(_ byte: UInt8) -> String {
        let isAfterBlank = byte == UInt8(ascii: ":") && index > 0 && bytes[index - 1] <= UInt8(ascii: " ")
        return isAfterBlank ? " :" : String(decoding: [byte], as: UTF8.self)
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func isNext(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }
    private func isNext(_ text: [UInt8]) -> Bool { bytes[index...].starts(with: text) }

    private mutating func skip(until isEnd: (UInt8) -> Bool) {
        while index < bytes.count, !isEnd(bytes[index]) { index += 1 }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        case _: byte >= 0x80
        }
    }
}
