import Documents
import JSONWriting
import TransportSecurity

/// Property list values as XML text (Apple's PropertyList-1.0 DTD).
public enum PropertyListText {
    /// The lines of a value. The first line has no indentation; the others begin with `indent`. Each further level is
    /// indented by `unit`.
    static func lines(of value: PropertyValue, indent: String, unit: String) -> [String] {
        switch value {
        case .boolean(let value): return [value ? "<true/>" : "<false/>"]
        case .integer(let value): return ["<integer>\(value)</integer>"]
        case .real(let value): return ["<real>\(value)</real>"]
        case .string(let text): return ["<string>\(Escaping.markup(text))</string>"]
        case .other: return ["<string></string>"]
        case .array(let elements):
            guard !elements.isEmpty else { return ["<array/>"] }
            return ["<array>"]
                + elements.flatMap { element -> [String] in
                    let lines = lines(of: element, indent: indent + unit, unit: unit)
                    return [indent + unit + lines[0]] + lines.dropFirst()
                } + [indent + "</array>"]
        case .dictionary(let members):
            guard !members.isEmpty else { return ["<dict/>"] }
            return ["<dict>"]
                + members.sorted { $0.key < $1.key }.flatMap { key, value in
                    memberLines(of: key, value: value, indent: indent + unit, unit: unit)
                } + [indent + "</dict>"]
        }
    }

    /// The lines of a key and its value, with indentation.
    static func memberLines(of key: String, value: PropertyValue, indent: String, unit: String) -> [String] {
        let lines = lines(of: value, indent: indent, unit: unit)
        return [indent + "<key>\(Escaping.markup(key))</key>", indent + lines[0]] + lines.dropFirst()
    }

    /// The lines of the key `NSAppTransportSecurity` and the dictionary, to paste into the root of an Info.plist.
    public static func fragment(_ dictionary: [String: PropertyValue]) -> [String] {
        memberLines(of: ATSKey.appTransportSecurity, value: .dictionary(dictionary), indent: "", unit: "\t")
    }

    /// A whole property list with the dictionary under `NSAppTransportSecurity`, as in an Info.plist.
    static func document(_ dictionary: [String: PropertyValue]) -> String {
        let root = PropertyValue.dictionary([ATSKey.appTransportSecurity: .dictionary(dictionary)])
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            \(lines(of: root, indent: "", unit: "\t").joined(separator: "\n"))
            </plist>
            """
    }
}
