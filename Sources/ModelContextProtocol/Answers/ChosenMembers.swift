extension JSONValue {
    /// The value with only the members of these paths, such as `violations.rule`. Arrays on the way are passed through.
    func keeping(_ paths: [String]) -> JSONValue {
        switch self {
        case .null, .boolean, .integer, .number, .string: return self
        case .array(let elements): return .array(elements.map { $0.keeping(paths) })
        case .object(let members):
            return .object(
                members.compactMap { member in
                    if paths.contains(member.name) { return member }
                    let rest = paths.compactMap { path in
                        path.hasPrefix(member.name + ".") ? String(path.dropFirst(member.name.utf8.count + 1)) : nil
                    }
                    return rest.isEmpty ? nil : Member(name: member.name, value: member.value.keeping(rest))
                })
        }
    }

    /// The value with at most this number of bytes: long texts and lists are cut.
    func cut(toBytes limit: Int) -> JSONValue {
        if line.count <= limit { return self }
        for (text, elements) in [(4000, 100), (1000, 20), (300, 8), (120, 3), (60, 1)] {
            let shorter = cut(texts: text, elements: elements)
            if shorter.line.count <= limit { return shorter }
        }
        return ["omitted": .string("A result of \(line.count) bytes does not fit into the answer.")]
    }

    private func cut(texts: Int, elements most: Int) -> JSONValue {
        switch self {
        case .null, .boolean, .integer, .number: return self
        case .string(let text): return .string(text.cut(toBytes: texts))
        case .array(let elements):
            let kept = elements.prefix(most).map { $0.cut(texts: texts, elements: most) }
            let left = elements.count - kept.count
            return .array(left == 0 ? kept : kept + [.string("… \(left) more")])
        case .object(let members):
            // An object with the names of hosts may be as long as a list. Other objects have few members.
            let longest = max(most, 24)
            let kept = members.prefix(longest).map { member in
                Member(
                    name: member.name.cut(toBytes: texts), value: member.value.cut(texts: texts, elements: most))
            }
            let left = members.count - kept.count
            return .object(left == 0 ? kept : kept + [Member(name: "…", value: .string("\(left) more"))])
        }
    }
}

extension String {
    /// The text, or its beginning with the number of bytes that were left out.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let start = String(decoding: utf8.prefix(limit), as: UTF8.self)
        return "\(start)… (\(utf8.count - limit) more bytes)"
    }
}
