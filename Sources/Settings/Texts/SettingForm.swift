/// The form that a setting's text must have, and the conversion of the text to a value.
package struct SettingForm<Element: Sendable>: Sendable {
    /// The type of the value in a configuration file.
    package let kind: SettingDeclaration.Kind
    /// The words that are permitted; empty if there are other values as well.
    package var choices: [String] = []
    /// Converts a text to the value. An error names the location of the text.
    package let read: @Sendable (_ text: SettingText) throws(CommandFailure) -> Element
}

extension SettingForm {
    /// Creates a form.
    ///
    /// - Parameters:
    ///   - form: The form in words, such as `a path`. In messages, it follows "is not".
    ///   - parse: Converts a text to the value; returns nil for a text of another form.
    package init(
        _ form: String, kind: SettingDeclaration.Kind = .text, parse: @escaping @Sendable (String) -> Element?
    ) {
        self.kind = kind
        read = { (text) throws(CommandFailure) in
            guard let value = parse(text.value) else { throw text.fault(expecting: form) }
            return value
        }
    }
}

extension SettingForm where Element: RawRepresentable & CaseIterable, Element.RawValue == String {
    /// One of a few words.
    package static var choice: Self {
        let words = Element.allCases.map(\.rawValue)
        var form = SettingForm("one of \(words.joined(separator: ", "))", parse: Element.init(rawValue:))
        form.choices = words
        return form
    }
}

extension SettingForm where Element == String {
    /// Any text except an empty one.
    package static func text(_ form: String) -> Self { SettingForm(form) { $0.isEmpty ? nil : $0 } }

    /// A path.
    package static func path(_ form: String = "a path", kind: SettingDeclaration.Kind = .path) -> Self {
        SettingForm(form, kind: kind) { $0.isEmpty ? nil : $0 }
    }
}

extension SettingForm where Element == NamedFile {
    /// A file to read.
    package static var file: Self {
        SettingForm(kind: .path) { (text) throws(CommandFailure) in
            guard !text.value.isEmpty else { throw text.fault(expecting: "a path") }
            return NamedFile(text: text)
        }
    }
}

extension SettingForm where Element == Bool {
    /// `true` or `false`.
    package static var boolean: Self { SettingForm("true or false", kind: .boolean, parse: Bool.init) }
}

extension SettingForm where Element == Int {
    /// A whole number of a range.
    ///
    /// - Parameter noun: The name of the number in messages.
    package static func whole(_ noun: String = "a whole number", in range: ClosedRange<Int>) -> Self {
        SettingForm("\(noun) from \(range.lowerBound) to \(range.upperBound)", kind: .number) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension SettingForm where Element == Double {
    /// A number of seconds from a millisecond to a day.
    package static var seconds: Self { seconds("a number of seconds above 0, up to 86400", in: 0.001...86_400) }

    /// A number of seconds from 0 to a day.
    package static var secondsOrZero: Self { seconds("a number of seconds up to 86400", in: 0...86_400) }

    private static func seconds(_ form: String, in range: ClosedRange<Double>) -> Self {
        SettingForm(form, kind: .number) { text in Double(text).flatMap { range.contains($0) ? $0 : nil } }
    }
}
