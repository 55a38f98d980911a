import OpenSSL
import TransportSecurity

/// Sentences on the data that are too old for reliable verdicts, for the start of a command.
package struct OldDataNotice {
    /// The sentences, each with the action that mends its fault.
    package private(set) var sentences: [String] = []
    private let update: String

    /// Creates an empty notice.
    ///
    /// - Parameter isListGiven: Whether an option names the list of CT logs. An update does not replace such a list.
    package init(isListGiven: Bool) {
        update =
            isListGiven
            ? "give a newer list with --ct-log-list." : "to fetch a newer list: atsproxy data update"
    }

    /// Adds a list of CT logs that is too old.
    ///
    /// - Parameter date: The date of the list; nil if it states none.
    package mutating func add(logListOf date: Instant?) {
        let fault =
            date.map { "the list of CT logs is of \($0.date), too old to be enforced" }
            ?? "the list of CT logs says no date and is not enforced"
        sentences.append("\(fault); \(update)")
    }

    /// Adds the trust store of the newest of these systems if it is not known. Without stores by system, an option
    /// names the roots, and nothing is added.
    package mutating func add(_ store: TrustStore, for systems: [OSVersion]) {
        guard let newest = store.systemStores.last,
            let unknown = systems.max(by: { $0.equivalentIOS < $1.equivalentIOS }),
            unknown.equivalentIOS.major > newest.first.major
        else { return }
        sentences.append(
            "the trust store of \(newest.name) stands in for that of \(unknown); a newer version of atsproxy may have "
                + "it.")
    }
}
