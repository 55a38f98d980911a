/// Rows in the text format of PostgreSQL's `COPY`: values separated by tabs, rows ended by line feeds, and `\N` for
/// null.
public struct CopyRows: Sendable {
    /// The rows.
    public private(set) var bytes: [UInt8] = []
    /// Whether the next value is the first one of its row.
    private var isAtBeginning = true

    /// Creates no rows.
    public init() {}

    /// Appends a text; nil is null. The text must have no zero byte, which PostgreSQL does not permit.
    public mutating func append(_ text: String?) {
        separate()
        guard let text else {
            bytes += [UInt8(ascii: "\\"), UInt8(ascii: "N")]
            return
        }
        appendEscaped(text)
    }

    /// Appends a number; nil is null.
    public mutating func append(_ number: (some BinaryInteger)?) {
        separate()
        bytes += Array((number.map { String($0) } ?? "\\N").utf8)
    }

    /// Appends an array of numbers.
    public mutating func append(_ numbers: some Sequence<some BinaryInteger>) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for number in numbers {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes += Array(String(number).utf8)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends an array of texts.
    public mutating func append(_ texts: [String]) {
        append(ArrayText.text(of: texts))
    }

    /// Ends a row.
    public mutating func endRow() {
        bytes.append(UInt8(ascii: "\n"))
        isAtBeginning = true
    }

    /// Separates the next value from the one before it.
    private mutating func separate() {
        if !isAtBeginning { bytes.append(UInt8(ascii: "\t")) }
        isAtBeginning = false
    }

    /// Appends a text with escapes for the characters that separate values and rows (COPY, section "File Formats").
    private mutating func appendEscaped(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
                case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
                case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
                case UInt8(ascii: "\t"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
                case _: bytes.append(byte)
                }
            }
        }
    }
}

/// The text form of PostgreSQL's arrays of texts (section 8.15.6 of its documentation).
public enum ArrayText {
    /// The text of an array, such as `{"a","b"}`.
    public static func text(of elements: [String]) -> String {
        "{\(elements.map(quoted).joined(separator: ","))}"
    }

    /// An element in quotes, with a backslash before each quotation mark and backslash.
    private static func quoted(_ element: String) -> String {
        // A quotation mark with a combining mark is one character of Swift, but PostgreSQL reads the quotation mark.
        // Scalars are therefore compared.
        let escaped = element.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
        return "\"\(escaped.joined())\""
    }

    /// The elements of an array of one dimension without nulls; nil if the text has another form.
    public static func elements(of text: String) -> [String]? {
        var scalars = Array(text.unicodeScalars)[...]
        guard scalars.popFirst() == "{", scalars.popLast() == "}" else { return nil }
        var elements: [String] = []
        while !scalars.isEmpty {
            guard let element = nextElement(&scalars) else { return nil }
            elements.append(element)
            guard scalars.isEmpty || scalars.popFirst() == "," && !scalars.isEmpty else { return nil }
        }
        return elements
    }

    /// Reads an element with or without quotes; nil if its closing quotation mark is missing.
    private static func nextElement(_ scalars: inout ArraySlice<Unicode.Scalar>) -> String? {
        var element = String.UnicodeScalarView()
        guard scalars.first == "\"" else {
            while let next = scalars.first, next != "," {
                element.append(next)
                scalars.removeFirst()
            }
            return String(element)
        }
        scalars.removeFirst()
        while let next = scalars.popFirst() {
            if next == "\"" { return String(element) }
            guard next != "\\" else {
                guard let escaped = scalars.popFirst() else { return nil }
                element.append(escaped)
                continue
            }
            element.append(next)
        }
        return nil
    }
}
