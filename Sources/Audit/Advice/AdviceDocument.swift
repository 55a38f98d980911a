import TransportSecurity

extension AppPolicyAdvice {
    /// The outcome in one sentence.
    public var outcome: String {
        guard traffic.loads > 0 else { return "No load was recorded, so nothing can be advised." }
        let passes = unresolved.isEmpty ? "" : " \(Quantity.of(unresolved.count, "finding")) no exception can help."
        guard !exceptions.isEmpty else {
            return unresolved.isEmpty
                ? "The recorded traffic needs no exception at all." : "No exception helps." + passes
        }
        return "\(Quantity.of(exceptions.count, "host")) \(exceptions.count == 1 ? "needs" : "need") an exception."
            + passes
    }

    /// The advice as a document for readers.
    public var document: Document {
        var document = Document(title: "The narrowest policy for the recorded traffic")
        document.blocks.append(.paragraph(outcome, exceptions.isEmpty && unresolved.isEmpty ? .good : .caution))
        document.blocks.append(.paragraph("Seen: \(traffic.prose)."))
        document.blocks += policyBlocks
        document.blocks += declaredBlocks
        document.blocks += unresolvedBlocks
        document.blocks += serverBlocks
        document.blocks += justificationBlocks
        document.blocks.append(.heading("What this advice is worth"))
        var limits = [
            "It rests on the recorded loads alone; a host that was not loaded from is in no exception."
        ]
        if undeterminedLoads > 0 {
            limits.append(
                "\(Quantity.of(undeterminedLoads, "load")) could not be judged from what was recorded; atsproxy report "
                    + "names them.")
        }
        document.blocks.append(.list(limits))
        return document
    }

    private var policyBlocks: [Document.Block] {
        guard !dictionary.isEmpty else { return [] }
        let rows = exceptions.map { exception -> [Document.Cell] in
            [
                Document.Cell(exception.host.description),
                Document.Cell(exception.keysProse), Document.Cell(exception.reason),
                .number(exception.traffic.loads), Document.Cell(exception.traffic.last?.date ?? ""),
            ]
        }
        let table = Document.Table(["Host", "Keys", "Why", "Loads", "Last seen"], rows)
        return [.heading("Exceptions that are needed")] + (rows.isEmpty ? [] : [.table(table)])
            + [.code(propertyList, language: "xml")]
    }

    private var declaredBlocks: [Document.Block] {
        guard !declared.isEmpty else { return [] }
        let rows = declared.map { exception -> [Document.Cell] in
            [
                Document.Cell(exception.key),
                Document.Cell(
                    exception.verdict.prose,
                    exception.verdict == .needed || exception.verdict == .restricts ? .plain : .caution),
                Document.Cell(exception.reason), .number(exception.traffic.loads),
                Document.Cell(exception.traffic.first?.date ?? ""), Document.Cell(exception.traffic.last?.date ?? ""),
            ]
        }
        return [
            .heading("Exceptions that are declared"),
            .table(Document.Table(["Key", "Verdict", "Reason", "Loads", "First seen", "Last seen"], rows)),
        ]
    }

    private var unresolvedBlocks: [Document.Block] {
        guard !unresolved.isEmpty else { return [] }
        let rows = unresolved.map { found -> [Document.Cell] in
            [
                Document.Cell(found.host.description), Document.Cell(found.finding.rule.rawValue, .bad),
                Document.Cell(found.finding.message), .number(found.traffic.loads),
            ]
        }
        return [
            .heading("What no exception permits"),
            .table(Document.Table(["Host", "Rule", "What was found", "Loads"], rows)),
        ]
    }

    private var serverBlocks: [Document.Block] {
        guard !findings.isEmpty else { return [] }
        var blocks: [Document.Block] = [.heading("Better: change the servers")]
        let answers = exceptions.compactMap(\.https?.sentence)
        if !answers.isEmpty { blocks.append(.list(answers)) }
        for rule in RuleID.allCases {
            let hosts = findings.filter { $0.finding.rule == rule }.map(\.host.description)
            guard !hosts.isEmpty else { continue }
            let remedy = ServerRemedy(for: rule)
            let shown = hosts.prefix(20).joined(separator: ", ") + (hosts.count > 20 ? " and others" : "")
            blocks.append(.paragraph("\(rule.rawValue) (\(shown)): \(remedy.sentence)"))
            if let nginx = remedy.nginx { blocks.append(.code(nginx, language: "nginx")) }
        }
        return blocks
    }

    private var justificationBlocks: [Document.Block] {
        let paragraphs = Justification(self).paragraphs
        guard !paragraphs.isEmpty else { return [] }
        return [.heading("Draft of a justification for App Store Review")] + paragraphs.map { .paragraph($0) } + [
            .paragraph("Reasons that Apple names as eligible; choose what is true:"),
            .list(Justification.eligibleReasons),
        ]
    }

    /// The policy as a property list, in the form of an Info.plist.
    public var propertyList: String { PropertyListText.document(dictionary) }

    /// The change that makes an XML property list declare this policy, as a unified diff of the file at `path`. Empty
    /// if the file already declares the policy; nil if the text is not an XML property list.
    public func patch(of text: String, at path: String) -> String? {
        guard let changed = PropertyListPatch.changed(text, to: dictionary) else { return nil }
        return UnifiedDiff.text(from: text, to: changed, path: path)
    }
}

extension AdvisedException {
    var keysProse: String {
        keys.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.prose)" }.joined(separator: ", ")
    }

    var reason: String {
        (findings.map(\.message) + caveats + (https.map { [$0.sentence] } ?? [])).joined(separator: " ")
    }
}

extension DeclaredException.Verdict {
    var prose: String {
        switch self {
        case .needed: return "needed"
        case .widerThanNeeded: return "wider than needed"
        case .noLongerNeeded: return "no longer needed"
        case .insufficient: return "does not suffice"
        case .neverHit: return "never hit"
        case .restricts: return "restricts"
        }
    }
}

extension PropertyValue {
    /// The value as property list editors show it.
    var prose: String {
        switch self {
        case .boolean(let value): return value ? "YES" : "NO"
        case .integer(let value): return String(value)
        case .real(let value): return String(value)
        case .string(let text): return text
        case .array(let elements): return Quantity.of(elements.count, "element")
        case .dictionary(let members):
            return members.isEmpty ? "an empty dictionary" : Quantity.of(members.count, "key")
        case .other(let what): return what
        }
    }
}
