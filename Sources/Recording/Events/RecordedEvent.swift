/// One line of a recording, read back.
public enum RecordedEvent: Hashable, Sendable {
    case decision(DecisionEvent)
    case facts(FactsEvent)
    case closed(ClosedEvent)
    case lost(LostEvent)
    /// An event of that name, of a later version; to be passed over.
    case unknown(String)
}

extension RecordedEvent: Decodable {
    public init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .event)
        switch name {
        case DecisionEvent.event: self = .decision(try DecisionEvent(from: decoder))
        case FactsEvent.event: self = .facts(try FactsEvent(from: decoder))
        case ClosedEvent.event: self = .closed(try ClosedEvent(from: decoder))
        case LostEvent.event: self = .lost(try LostEvent(from: decoder))
        case _: self = .unknown(name)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case event
    }
}
