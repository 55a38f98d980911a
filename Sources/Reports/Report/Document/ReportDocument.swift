import Documents
import InternetNames
import TransportSecurity

extension Report {
    /// The report as a document for readers: the result, the first steps and the counts, then the details.
    ///
    /// - Parameters:
    ///   - limit: The largest number of rows of each table; a sentence tells how many are omitted.
    ///   - isVerbose: Whether hosts that pass and the hosts of each kind of note are named.
    ///   - publicSuffixes: The suffixes below which names have owners, by which hosts are grouped.
    public func document(
        limit: Int = .max, isVerbose: Bool = true, publicSuffixes: PublicSuffixes = PublicSuffixes()
    ) -> Document {
        let document = ReportDocument(
            report: self, limit: limit, isVerbose: isVerbose, publicSuffixes: publicSuffixes,
            problems: Problem.problems(of: findings))
        return Document(
            title: "App Transport Security report", blocks: document.summary + [.endOfSummary] + document.details)
    }
}

/// The parts of the document on a report. Extensions in this folder have the blocks of each part.
struct ReportDocument {
    /// The report.
    let report: Report
    /// The largest number of rows of each table.
    let limit: Int
    /// Whether hosts that pass and the hosts of each kind of note are named.
    let isVerbose: Bool
    /// The suffixes below which names have owners.
    let publicSuffixes: PublicSuffixes
    /// The problems of the report.
    let problems: [Problem]

    /// The registrable domain of a name, or the address.
    func owner(of host: Host) -> String {
        switch host {
        case .name(let name): return publicSuffixes.registrableDomain(of: name)
        case .address(let address): return address.description
        }
    }

    /// The details, in order: the findings, the apps and devices, the loads, and the limits of the report.
    var details: [Document.Block] {
        cautionBlocks + problemBlocks + renewalBlocks(limit: limit) + hostCoverageBlocks + deviceLogBlocks
            + missingHostBlocks + labelBlocks + (report.isWithoutApps ? [] : appBlocks) + deviceBlocks + hostBlocks
            + ruleBlocks + (report.isOfSystemProcesses ? [] : policyBlocks) + waiverBlocks + coverageBlocks
            + noteBlocks
    }

    /// The sentence on rules that may be stricter than the system, if such a rule is violated.
    var cautionBlocks: [Document.Block] {
        let rules = problems.map(\.rule).filter(\.mayExceedSystem)
        guard report.isOfSystemProcesses, !rules.isEmpty else { return [] }
        let names = RuleID.allCases.filter(rules.contains).map(\.rawValue).joined(separator: ", ")
        return [.paragraph("Warning about \(names): \(RuleID.mayExceedSystemSentence)", tone: .caution)]
    }

    /// The sentence on rows beyond the limit; empty if all of them are shown.
    ///
    /// - Parameters:
    ///   - count: The number of all rows.
    ///   - noun: The noun for the rows, in the plural.
    func omission(_ count: Int, noun: String) -> [Document.Block] {
        Document.Block.omission(of: count, noun: noun, beyond: limit)
    }

    /// The sentence on things that are not shown here; empty if there are none.
    ///
    /// - Parameters:
    ///   - hidden: The number of these things.
    ///   - noun: The noun for one of them, such as `more host`.
    ///   - help: The way to see them, as a clause.
    func hint(at hidden: Int, noun: String, help: String = "--verbose names them") -> [Document.Block] {
        hidden > 0 ? [.paragraph("\(Quantity.of(hidden, noun)): \(help).", tone: .muted)] : []
    }
}

extension Document.Block {
    /// The sentence on rows that a table does not have; empty if it has all.
    ///
    /// - Parameters:
    ///   - count: The number of all rows.
    ///   - noun: The noun for the rows, in the plural; nil for none.
    ///   - limit: The largest number of rows of the table.
    static func omission(of count: Int, noun: String? = nil, beyond limit: Int) -> [Document.Block] {
        guard count > limit else { return [] }
        let rows = ["\(count - limit) more", noun].compactMap(\.self).joined(separator: " ")
        return [.paragraph("\(rows) are left out here; --format json has all.", tone: .muted)]
    }
}
