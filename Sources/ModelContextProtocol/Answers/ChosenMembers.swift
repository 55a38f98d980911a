/// Shortens the results of a command, because the context of a model has room for little text.
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
                    let innerPaths = Self.paths(behind: member.name, in: paths)
                    guard !innerPaths.isEmpty else { return nil }
                    return Member(name: member.name, value: member.value.keeping(innerPaths))
                })
        }
    }

    private static func paths(behind name: String, in paths: [String]) -> [String] {
        paths.compactMap { $0.hasPrefix(name + ".") ? String($0.dropFirst(name.utf8.count + 1)) : nil }
    }

    /// The value with at most this number of bytes. The members of the paths are kept first. The other members follow,
    /// smallest first, while they fit whole. The remaining members are cut, and `shortened_members` has their names.
    func cut(toBytes limit: Int, keepingFirst paths: [String]) -> JSONValue {
        guard case .object(let members) = self, line.count > limit else { return self }
        let important = keeping(paths)
        var room = limit - important.line.count - Self.noteSize
        guard !paths.isEmpty, room > 0 else { return cut(toBytes: limit) }
        var wholeNames: Set<String> = []
        var cutNames: [String] = []
        let sizedMembers = members.map { (name: $0.name, size: $0.value.line.count) }
        for (name, size) in sizedMembers.sorted(by: { $0.size < $1.size }) {
            let growth =
                if let kept = important[name] { size - kept.line.count } else { size + Self.size(ofName: name) }
            if growth <= room {
                room -= growth
                wholeNames.insert(name)
            } else {
                cutNames.append(name)
            }
        }
        let share = room / max(1, cutNames.count)
        let kept = members.compactMap { member -> Member? in
            if wholeNames.contains(member.name) { return member }
            if let value = important[member.name] { return Member(name: member.name, value: value) }
            let value = member.value.cut(toBytes: share - Self.size(ofName: member.name))
            return value.hasKind(of: member.value) ? Member(name: member.name, value: value) : nil
        }
        let names = cutNames.joined(separator: ", ").cut(toBytes: 60)
        let short = JSONValue.object(kept + [Member(name: "shortened_members", value: .string(names))])
        return short.line.count <= limit ? short : cut(toBytes: limit)
    }

    /// The room for the member `shortened_members`, in bytes.
    private static let noteSize = 200

    /// The number of bytes of a member without its value: the name, and its punctuation with some escapes.
    private static func size(ofName name: String) -> Int { name.utf8.count + 8 }

    /// The value with at most this number of bytes: long texts and lists are cut. Objects are whole or left out.
    func cut(toBytes limit: Int) -> JSONValue {
        if line.count <= limit { return self }
        // The largest text in bytes and the largest number of elements of a list, from the mildest cut to the hardest.
        let steps = [
            (4000, 100), (2000, 50), (1000, 30), (1000, 20), (600, 15), (400, 10), (300, 8), (200, 5), (120, 3),
            (60, 1),
        ]
        for (textLimit, elementLimit) in steps {
            let shorter = cut(texts: textLimit, elements: elementLimit, policy: limit / 2)
            // The schema of answers demands that a result stays an object.
            if shorter.line.count <= limit, shorter.hasKind(of: self) { return shorter }
        }
        return ["omitted": .string("A result of \(line.count) bytes does not fit into the answer.")]
    }

    /// The value with cut texts and lists. Objects are whole or left out.
    ///
    /// - Parameters:
    ///   - textLimit: The largest text in bytes.
    ///   - elementLimit: The largest number of elements of a list.
    ///   - policyLimit: The largest policy in bytes.
    private func cut(texts textLimit: Int, elements elementLimit: Int, policy policyLimit: Int) -> JSONValue {
        switch self {
        case .null, .boolean, .integer, .number: return self
        case .string(let text): return .string(text.cut(toBytes: textLimit))
        case .array(let elements):
            let kept = elements.prefix(elementLimit).map {
                $0.cut(texts: textLimit, elements: elementLimit, policy: policyLimit)
            }
            let omitted = elements.count - kept.count
            return .array(omitted == 0 ? kept : kept + [.string("… \(omitted) more")])
        case .object(let members):
            // An object with the names of hosts may be as long as a list. Other objects have at most 24 members.
            guard members.count <= max(elementLimit, 24) else { return leftOut }
            return .object(
                members.map { member in
                    let isPolicy = member.value.hasKind(of: .object([])) && Self.policyMembers.contains(member.name)
                    // A policy is not cut, because a part of a policy is another policy.
                    let value =
                        if !isPolicy {
                            member.value.cut(texts: textLimit, elements: elementLimit, policy: policyLimit)
                        } else if member.value.line.count <= policyLimit { member.value } else { member.value.leftOut }
                    return Member(name: member.name.cut(toBytes: textLimit), value: value)
                })
        }
    }

    /// Whether both values are objects, arrays or strings.
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
