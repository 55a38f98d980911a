/// The common offer of the `HTTPS` records of an origin.
public struct ServiceOffer: Hashable, Sendable {
    /// The number of records in ServiceMode; 0 if the DNS has none.
    public var records: Int
    /// The identifiers of protocols in `alpn`, each once, in the order of the records.
    public var protocols: [[UInt8]]
    /// Whether at least one record has keys for an encrypted ClientHello.
    public var offersECH: Bool

    /// Creates the offer of these records.
    public init(_ services: [ServiceBinding]) {
        records = services.count
        offersECH = services.contains(where: \.offersECH)
        protocols = services.flatMap(\.protocols).reduce(into: []) { known, name in
            if known.count < ServiceBinding.protocolLimit, !known.contains(name) { known.append(name) }
        }
    }
}
