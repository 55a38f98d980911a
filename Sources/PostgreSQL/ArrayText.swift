/// The text form of PostgreSQL's arrays of texts (section 8.15.6 of its documentation).
public enum ArrayText {
    /// The text of an array. Each element is in quotes.
    public static func text(of elements: [String]) -> String {
        // Scalars and not characters: a quotation mark with a combining mark is one character of Swift, but PostgreSQL
        // reads the quotation mark.
        let quoted = elements.map { element in
            "\"" + element.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
        }
        return "{\(quoted.joined(separator: ","))}"
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
    private static func nextElement(_ rest: inout ArraySlice<Unicode.Scalar>) -> String? {
        var element = String.UnicodeScalarView()
        guard rest.first == "\"" else {
            while let next = rest.first, next != "," {
                element.append(next)
                rest.removeFirst()
            }
            return String(element)
        }
        rest.removeFirst()
        while let next = rest.popFirst() {
            if next == "\"" { return String(element) }
            guard next != "\\" else {
                guard let escaped = rest.popFirst() else { return nil }
                element.append(escaped)
                continue
            }
            element.append(next)
        }
        return nil
    }
}
