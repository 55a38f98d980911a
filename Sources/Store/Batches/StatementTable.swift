/// The tables of the store for events that are not about a load: policies, trust stores, facts, services and labels.
enum StatementTable: String, CaseIterable {
    case policies, trusts, facts, services, labels

    /// The columns, in the order in which they are written.
    var columns: [String] {
        switch self {
        case .policies, .trusts, .labels: ["digest", "id", "time", "body"]
        case .facts: ["digest", "id", "host", "port", "trust", "time", "body"]
        case .services: ["digest", "host", "port", "time", "body"]
        }
    }
}
