import Documents
import InternetNames
import Reports
import TransportSecurity

/// The advice as a document: the changes, the exceptions that are needed, and the review of declared exceptions.
extension AppPolicyAdvice {
    /// The outcome in one sentence, and a second one on the number of findings that no exception can help.
    public var outcome: String {
        if let gapOfAllLoads = gaps.first(where: { $0.kind == .noLoads || $0.kind == .nothingJudged }) {
            return "\(gapOfAllLoads.sentence) Nothing can be advised."
        }
        var clauses = AdvisedChange.Step.allCases.compactMap { step -> String? in
            let hosts = changes.count { $0.step == step }
            return hosts > 0 ? "change \(step.noun) at \(Quantity.of(hosts, "host"))" : nil
        }
        let removals = exceptions.count(where: \.isRemoval)
        let declarations = exceptions.count - removals
        if declarations > 0 { clauses.append("declare an exception for \(Quantity.of(declarations, "host"))") }
        if removals > 0 { clauses.append("remove the entry for \(Quantity.of(removals, "host"))") }
        guard !clauses.isEmpty else {
            guard unresolved.isEmpty else {
                return "No exception can help \(Quantity.of(unresolved.count, "finding"))."
            }
            return gaps.isEmpty
                ? "The recorded traffic needs no exception at all."
                : "What could be judged needs no exception; not everything could be judged."
        }
        let advice = clauses.joined(separator: ", ")
        let sentence = advice.prefix(1).uppercased() + advice.dropFirst() + "."
        guard !unresolved.isEmpty else { return sentence }
        return "\(sentence) No exception can help \(Quantity.of(unresolved.count, "finding"))."
    }

    /// The advice as a document for readers.
    public var document: Document { Self.document(of: [self]) }

    /// The advice on several apps as one document for readers.
    ///
    /// - Parameter notes: Sentences about the basis of the advice.
    public static func document(of advice: [AppPolicyAdvice], notes: [String] = []) -> Document {
        var document = Document(title: "What makes the recorded traffic meet ATS")
        // Gaps of the recordings are those of all apps.
        let shared =
            advice.count > 1 ? advice[0].gaps.filter { gap in advice.allSatisfy { $0.gaps.contains(gap) } } : []
        if !shared.isEmpty { document.blocks.append(gapList(shared)) }
        for part in advice {
            if advice.count > 1 { document.blocks.append(.heading(part.app ?? "Loads that name no app")) }
            let blocks = part.blocks(without: shared)
            document.blocks += advice.count > 1 ? blocks.map(\.lowered) : blocks
        }
        document.blocks.append(.heading("What this advice is worth"))
        let limits = [
            "It rests on the recorded loads only; a host that was not loaded from is in no exception."
        ]
        document.blocks.append(.list(limits + notes))
        return document
    }

    /// The gaps, with the action that closes each.
    private static func gapList(_ gaps: [ReportGap]) -> Document.Block {
        .list(gaps.map { "Not everything was judged: \($0.sentence) \($0.fix)" })
    }

    /// The blocks about one app, without the gaps that all apps share.
    private func blocks(without shared: [ReportGap]) -> [Document.Block] {
        let needsNothing = changes.isEmpty && exceptions.isEmpty && unresolved.isEmpty && gaps.isEmpty
        var blocks: [Document.Block] = [.paragraph(outcome, tone: needsNothing ? .good : .caution)]
        let own = gaps.filter { !shared.contains($0) }
        if !own.isEmpty { blocks.append(Self.gapList(own)) }
        blocks.append(.paragraph("Seen: \(app.map { "\($0), " } ?? "")\(traffic.prose)."))
        blocks += urlBlocks
        blocks += clientBlocks(
            for: .client,
            saying: "What the app itself does is the cause of these findings. The server need not change for them.")
        blocks += serverBlocks
        blocks += clientBlocks(
            for: .either, saying: "What was recorded does not tell which of the two is at fault.")
        blocks += exceptionBlocks
        blocks += unresolvedBlocks
        blocks += declaredBlocks
        blocks += justificationBlocks
        return blocks
    }

    private var urlBlocks: [Document.Block] {
        let rows = changes.filter { $0.step == .url }.map { change -> [Document.Cell] in
            [
                Document.Cell(change.host.description),
                Document.Cell(change.https?.url ?? ""),
                .number(change.traffic.loads), Document.Cell(change.traffic.last?.date ?? ""),
            ]
        }
        guard !rows.isEmpty else { return [] }
        return [
            .heading("Change the URL"),
            .paragraph("These hosts were loaded from in cleartext, and answer on https already as ATS demands."),
            .table(Document.Table(["Host", "Load from", "Loads", "Last seen"], rows: rows)),
        ]
    }

    /// The blocks about changes of the client, or of the client or the server.
    private func clientBlocks(for step: AdvisedChange.Step, saying sentence: String) -> [Document.Block] {
        let changes = changes.filter { $0.step == step }
        guard !changes.isEmpty else { return [] }
        return [.heading("Change \(step.noun)"), .paragraph(sentence), table(of: changes)]
    }

    private func table(of changes: [AdvisedChange]) -> Document.Block {
        let unresolvedRules = Dictionary(grouping: unresolved, by: \.host).mapValues { Set($0.map(\.finding.rule)) }
        let rows = changes.map { change -> [Document.Cell] in
            let isUnresolved = !unresolvedRules[change.host, default: []].isDisjoint(with: change.findings.map(\.rule))
            return [
                Document.Cell(change.host.named(at: change.ports, of: change.schemes)),
                Document.Cell(change.sentence + (isUnresolved ? " No exception permits this." : "")),
                .number(change.traffic.loads), Document.Cell(change.traffic.last?.date ?? ""),
            ]
        }
        return .table(Document.Table(["Host", "What is wrong, and what to change", "Loads", "Last seen"], rows: rows))
    }

    private var serverBlocks: [Document.Block] {
        let servers = changes.filter { $0.step == .server }
        guard !servers.isEmpty else { return [] }
        var blocks: [Document.Block] = [
            .heading("Change the server"),
            .paragraph("What to tell the operator of each server. No exception is needed once that is done."),
            table(of: servers),
        ]
        // The configurations are in the order of their first host.
        var configurations: [String] = []
        var hostsByConfiguration: [String: [String]] = [:]
        for change in servers {
            for configuration in Set(change.fixes.compactMap(\.nginx)).sorted() {
                if hostsByConfiguration[configuration] == nil { configurations.append(configuration) }
                hostsByConfiguration[configuration, default: []].append(change.host.description)
            }
        }
        for configuration in configurations {
            let hosts = hostsByConfiguration[configuration, default: []].listed(atMost: 20)
            blocks += [.paragraph("In nginx, for \(hosts):"), .code(configuration, language: "nginx")]
        }
        return blocks
    }

    private var exceptionBlocks: [Document.Block] {
        var blocks: [Document.Block] = []
        if !advisedExceptions.isEmpty || !dictionary.isEmpty {
            blocks.append(
                .heading(includesAll ? "Exceptions for the servers as they are" : "Exceptions that are needed"))
        }
        if !advisedExceptions.isEmpty {
            blocks.append(
                .paragraph(
                    showsTerm
                        ? "For the loads of today, and until what the column says is done."
                        : "No answer to https was seen from these hosts: they gave none, or were not asked. atsproxy "
                            + "check https://HOST asks. Let the operators offer https rather than declare an "
                            + "exception."))
            blocks.append(.table(exceptionTable))
        }
        let declarations = exceptions.filter { !$0.isRemoval }
        if !declarations.isEmpty, let nginx = ServerFix(for: .cleartext).nginx {
            let hosts = declarations.map(\.host.description).listed(atMost: 20)
            blocks += [.paragraph("In nginx, for https at \(hosts):"), .code(nginx, language: "nginx")]
        }
        if !dictionary.isEmpty { blocks.append(.code(propertyList, language: "xml")) }
        if let reservation { blocks.append(.paragraph(reservation, tone: .caution)) }
        if let retention { blocks.append(.paragraph(retention, tone: .muted)) }
        if let loss { blocks.append(.paragraph(loss, tone: .caution)) }
        if let omission { blocks.append(.paragraph(omission, tone: .muted)) }
        return blocks
    }

    private var exceptionTable: Document.Table {
        let rows = advisedExceptions.map { exception -> [Document.Cell] in
            [
                Document.Cell(exception.host.description), Document.Cell(exception.keysProse),
                Document.Cell(exception.effect.prose, tone: exception.effect == .permits ? .plain : .caution),
            ] + (showsTerm ? [Document.Cell(Self.condition(of: steps(at: exception.host)))] : []) + [
                Document.Cell(exception.reason), .number(exception.traffic.loads),
                Document.Cell(exception.traffic.last?.date ?? ""),
            ]
        }
        let columns = ["Host", "Keys", "Effect"] + (showsTerm ? ["Until"] : []) + ["Why", "Loads", "Last seen"]
        return Document.Table(columns, rows: rows)
    }

    /// Whether exceptions are shown that a change makes unnecessary. The table then has the column "Until".
    private var showsTerm: Bool { includesAll || !retainedExceptions.isEmpty }

    private var declaredBlocks: [Document.Block] {
        guard !declared.isEmpty else { return [] }
        let rows = declared.map { exception -> [Document.Cell] in
            [
                Document.Cell(exception.key),
                Document.Cell(
                    exception.verdict.prose,
                    tone: exception.verdict == .needed || exception.verdict == .restricts ? .plain : .caution),
                Document.Cell(exception.reason), .number(exception.traffic.loads),
                Document.Cell(exception.traffic.first?.date ?? ""), Document.Cell(exception.traffic.last?.date ?? ""),
            ]
        }
        return [
            .heading("Exceptions that are declared"),
            .table(Document.Table(["Key", "Verdict", "Reason", "Loads", "First seen", "Last seen"], rows: rows)),
        ]
    }

    /// The findings that neither an exception nor a change removes.
    private var unresolvedBlocks: [Document.Block] {
        let changed = changes.reduce(into: [Host: Set<RuleID>]()) { changed, change in
            changed[change.host, default: []].formUnion(change.findings.map(\.rule))
        }
        let remaining = unresolved.filter { changed[$0.host]?.contains($0.finding.rule) != true }
        guard !remaining.isEmpty else { return [] }
        let rows = remaining.map { finding -> [Document.Cell] in
            [
                Document.Cell(finding.host.description), Document.Cell(finding.finding.rule.rawValue, tone: .bad),
                Document.Cell(finding.finding.message), .number(finding.traffic.loads),
            ]
        }
        return [
            .heading("What no exception permits"),
            .table(Document.Table(["Host", "Rule", "What was found", "Loads"], rows: rows)),
        ]
    }

    private var justificationBlocks: [Document.Block] {
        let paragraphs = Justification(of: advisedExceptions).paragraphs
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

extension Document.Block {
    /// The block within a section: a heading becomes a subheading.
    fileprivate var lowered: Document.Block {
        if case .heading(let text) = self { .subheading(text) } else { self }
    }
}
