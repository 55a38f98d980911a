/// An event that was read from a line of a recording. The member `event` of the line says which event it is.
public enum RecordedEvent: Hashable, Sendable {
    case decision(DecisionEvent)
    case facts(FactsEvent)
    case closed(ClosedEvent)
    case lost(LostEvent)
    case policy(PolicyEvent)
    case trust(TrustEvent)
    case service(ServiceEvent)
    case segment(SegmentEvent)
    case label(LabelEvent)
    /// An event of another name, which a later version has written. Readers ignore it.
    case unknown(String)
}

extension RecordedEvent: Decodable {
    public init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .event)
        switch EventName(rawValue: name) {
        case .decision: self = .decision(try DecisionEvent(from: decoder))
        case .facts: self = .facts(try FactsEvent(from: decoder))
        case .closed: self = .closed(try ClosedEvent(from: decoder))
        case .lost: self = .lost(try LostEvent(from: decoder))
        case .policy: self = .policy(try PolicyEvent(from: decoder))
        case .trust: self = .trust(try TrustEvent(from: decoder))
        case .service: self = .service(try ServiceEvent(from: decoder))
        case .segment: self = .segment(try SegmentEvent(from: decoder))
        case .label: self = .label(try LabelEvent(from: decoder))
        case nil: self = .unknown(name)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case event
    }
}
