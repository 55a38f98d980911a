import OpenSSL
import TransportSecurity

/// One sentence on all data that are too old for reliable verdicts, for the start of a command.
package struct OldDataNotice {
    private var clauses: [String] = []
    /// The action for an old list of CT logs, as the end of the sentence.
    private let update: String
    /// Whether the list of CT logs is too old, or has no date.
    private var isListOld = false

    /// Creates an empty notice.
    ///
    /// - Parameter isListGiven: Whether an option names the list of CT logs. An update does not replace such a list.
    package init(isListGiven: Bool) {
        update =
            isListGiven
            ? "give a newer list with --ct-log-list." : "to fetch a newer list: atsproxy data update"
    }

    /// The sentence; nil if no data are too old.
    package var sentence: String? {
        guard !clauses.isEmpty else { return nil }
        let action = isListOld ? update : "a newer version of atsproxy may have it."
        return "\(clauses.joined(separator: ", ")); \(action)"
    }

    /// Adds a list of CT logs that is too old.
    ///
    /// - Parameter date: The date of the list; nil if it states none.
    package mutating func add(logListOf date: Instant?) {
        isListOld = true
        clauses.append(
            date.map { "the list of CT logs is of \($0.date), too old to be enforced" }
                ?? "the list of CT logs says no date and is not enforced")
    }

    /// Adds the trust store of the newest of these systems if it is not known. Without stores by system, an option
    /// names the roots, and nothing is added.
    package mutating func add(_ store: TrustStore, for systems: [OSVersion]) {
        guard let newest = store.systemStores.last,
            let unknown = systems.max(by: { $0.equivalentIOS < $1.equivalentIOS }),
            unknown.equivalentIOS.major > newest.first.major
        else { return }
        clauses.append("the trust store of \(newest.name) stands in for that of \(unknown)")
    }
}
