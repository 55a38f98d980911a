/// Text in lines of limited width.
enum WrappedText {
    /// The text broken into lines at spaces, at least one. Only a word longer than a line is broken. All lines but the
    /// first are indented.
    static func lines(_ text: String, _ width: Int, indent: Int = 0) -> [String] {
        lines(text.split(separator: " ").map(String.init), between: " ", width, indent: indent)
    }

    /// The parts in lines. A part is broken only if it is longer than a line.
    static func lines(_ parts: [String], between separator: String, _ width: Int, indent: Int = 0) -> [String] {
        var lines: [String] = []
        var line = ""
        let space = String(repeating: " ", count: indent)
        var room: Int { lines.isEmpty ? width : width - indent }
        func end() {
            lines.append(lines.isEmpty ? line : space + line)
            line = ""
        }
        for (place, part) in parts.enumerated() {
            // A separator that is more than a space stays at the end of its line.
            var part = Substring(part + (place == parts.count - 1 ? "" : separator.trimmed))
            if !line.isEmpty, line.count + 1 + part.count > room { end() }
            while part.count > room {
                let head = part.prefix(room)
                part = part.dropFirst(head.count)
                line = String(head)
                end()
            }
            line += (line.isEmpty ? "" : " ") + part
        }
        if !line.isEmpty || lines.isEmpty { end() }
        return lines
    }
}

extension String {
    fileprivate var trimmed: Substring { self[...].prefix { $0 != " " } }
}
