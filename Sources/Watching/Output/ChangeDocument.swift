import Documents

extension PassReport {
    /// The changes for readers, and after the first pass the totals; nil if there is nothing to say.
    public var document: Document? {
        guard isFirst || !changes.isEmpty else { return nil }
        var blocks: [Document.Block] = []
        for grade in Change.Grade.allCases {
            let found = changes.filter { $0.grade == grade }
            guard !found.isEmpty else { continue }
            blocks.append(.heading(grade.heading))
            blocks.append(.list(found.map { "\($0.server): \($0.title): \($0.text)" }))
        }
        if let loss { blocks.append(.paragraph(loss)) }
        blocks.append(.paragraph((isFirst ? "The first pass. " : "") + totals))
        return Document(title: title, blocks: blocks)
    }

    private var title: String {
        let all = Quantity.of(servers.count, "server")
        guard !changes.isEmpty else { return "No finding at \(all)" }
        let changed = Quantity.grouped(Set(changes.map(\.server)).count)
        return "\(Quantity.of(changes.count, isFirst ? "finding" : "change")) at \(changed) of \(all)"
    }
}

extension Change.Grade {
    fileprivate var heading: String {
        switch self {
        case .worse: "Worse"
        case .better: "Better"
        case .neutral: "Changed"
        }
    }
}
