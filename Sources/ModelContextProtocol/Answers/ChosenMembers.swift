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
                    let rest = Self.paths(behind: member.name, in: paths)
                    return rest.isEmpty ? nil : Member(name: member.name, value: member.value.keeping(rest))
                })
        }
    }

    private static func paths(behind name: String, in paths: [String]) -> [String] {
        paths.compactMap { $0.hasPrefix(name + ".") ? String($0.dropFirst(name.utf8.count + 1)) : nil }
    }

    /// The value with at most this number of bytes. The members of the paths are kept first; the other members follow
    /// while they fit whole. The rest is cut, and its names are told.
    func cut(toBytes limit: Int, keepingFirst paths: [String]) -> JSONValue {
        guard case .object(let members) = self, line.count > limit else { return self }
        let important = keeping(paths)
        var room = limit - important.line.count - 200
        guard !paths.isEmpty, room > 0 else { return cut(toBytes: limit) }
        var whole: Set<String> = []
        var left: [String] = []
        for (member, size) in members.map({ ($0, $0.value.line.count) }).sorted(by: { $0.1 < $1.1 }) {
            let kept = important[member.name].map { $0.line.count } ?? 0
            let growth = size - kept + (kept == 0 ? member.name.utf8.count + 8 : 0)
            if growth <= room {
                room -= growth
                whole.insert(member.name)
            } else {
                left.append(member.name)
            }
        }
        let share = room / max(1, left.count)
        let kept = members.compactMap { member -> Member? in
            if whole.contains(member.name) { return member }
            if let value = important[member.name] { return Member(name: member.name, value: value) }
            let value = member.value.cut(toBytes: share - member.name.utf8.count - 8)
            return value.hasKind(of: member.value) ? Member(name: member.name, value: value) : nil
        }
        let names = left.joined(separator: ", ").cut(toBytes: 60)
        let short = JSONValue.object(kept + [Member(name: "shortened_members", value: .string(names))])
        return short.line.count <= limit ? short : cut(toBytes: limit)
    }

    /// The value with at most this number of bytes: long texts and lists are cut. Objects are whole or left out.
    func cut(toBytes limit: Int) -> JSONValue {
        if line.count <= limit { return self }
        let steps = [
            (4000, 100), (2000, 50), (1000, 30), (1000, 20), (600, 15), (400, 10), (300, 8), (200, 5), (120, 3),
            (60, 1),
        ]
        for (text, elements) in steps {
            let shorter = cut(texts: text, elements: elements, policy: limit / 2)
            // A result stays an object.
            if shorter.line.count <= limit, shorter.hasKind(of: self) { return shorter }
        }
        return ["omitted": .string("A result of \(line.count) bytes does not fit into the answer.")]
    }

    private func cut(texts: Int, elements most: Int, policy: Int) -> JSONValue {
        switch self {
        case .null, .boolean, .integer, .number: return self
        case .string(let text): return .string(text.cut(toBytes: texts))
        case .array(let elements):
            let kept = elements.prefix(most).map { $0.cut(texts: texts, elements: most, policy: policy) }
            let left = elements.count - kept.count
            return .array(left == 0 ? kept : kept + [.string("… \(left) more")])
        case .object(let members):
            // An object with the names of hosts may be as long as a list. Other objects have few members.
            guard members.count <= max(most, 24) else { return leftOut }
            return .object(
                members.map { member in
                    let name = member.name.cut(toBytes: texts)
                    guard member.value.hasKind(of: .object([])), Self.policyMembers.contains(member.name) else {
                        return Member(
                            name: name, value: member.value.cut(texts: texts, elements: most, policy: policy))
                    }
                    // A part of a policy is another policy.
                    let isShort = member.value.line.count <= policy
                    return Member(name: name, value: isShort ? member.value : member.value.leftOut)
                })
        }
    }

    private func hasKind(of other: JSONValue) -> Bool {
        switch (self, other) {
        case (.object, .object), (.array, .array), (.string, .string): true
        case (.object, _), (.array, _), (.string, _), (.null, _), (.boolean, _), (.integer, _), (.number, _): false
        }
    }

    /// The members whose values are parts of an Info.plist.
    private static let policyMembers: Set = ["NSAppTransportSecurity", "keys"]

    /// The sentence in place of an object that does not fit.
    private var leftOut: JSONValue {
        var size = "\(line.count) bytes"
        if case .object(let members) = self["NSExceptionDomains"] ?? self { size += " with \(members.count) members" }
        return .string("left out: \(size); choose fewer hosts or results, or run the command of this tool")
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
