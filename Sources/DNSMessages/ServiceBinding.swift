/// The content of an `HTTPS` record (RFC 9460 §2.2): the name of a service, and the protocols that it offers. Sections
/// in this file are those of RFC 9460.
public struct ServiceBinding: Hashable, Sendable {
    /// The priority; 0 is AliasMode, in which only `target` has a meaning.
    public var priority: UInt16
    /// The name of the service. The root stands for the owner of the record; in AliasMode it stands for no service.
    public var target: DNSName
    /// The identifiers of protocols in `alpn`, in the order of the record (§7.1). HTTP/3 is `h3` (RFC 9114 §3.1).
    public var protocols: [[UInt8]] = []
    /// Whether `http/1.1` is offered as well, because `no-default-alpn` is absent.
    public var offersDefaultProtocol = true
    /// Whether the record has keys for an encrypted ClientHello (`ech`, RFC 9849 and RFC 9848).
    public var offersECH = false

    /// Whether every key that the record calls mandatory is known. Other records are ignored (§8).
    public var isCompatible = true

    /// Whether the record leads to another name.
    public var isAlias: Bool { priority == 0 }

    /// Creates a binding without parameters.
    public init(priority: UInt16, target: DNSName) {
        (self.priority, self.target) = (priority, target)
    }

    /// Reads the content of a record to its end. A malformed parameter makes the record malformed (§2.2).
    init(_ data: inout DNSReader) throws(DNSReader.Malformed) {
        priority = try data.uint16()
        target = try data.name(isCompressible: false)
        // Parameters have no meaning in AliasMode (§2.4.2).
        guard priority != 0 else {
            _ = data.rest()
            return
        }
        var keys: [UInt16] = []
        var mandatory: [UInt16] = []
        while !data.isAtEnd {
            let key = try data.uint16()
            guard keys.last.map({ $0 < key }) ?? true else { throw DNSReader.Malformed() }
            keys.append(key)
            var value = try data.part(Int(try data.uint16()))
            try read(key, &value, &mandatory)
            guard value.isAtEnd else { throw DNSReader.Malformed() }
        }
        // Keys that are mandatory must be there (§8), and so must alpn beside no-default-alpn (§7.1.1).
        guard mandatory.allSatisfy(keys.contains), offersDefaultProtocol || !protocols.isEmpty else {
            throw DNSReader.Malformed()
        }
        isCompatible = mandatory.allSatisfy { Parameter(rawValue: $0) != nil }
    }

    private mutating func read(
        _ key: UInt16, _ value: inout DNSReader, _ mandatory: inout [UInt16]
    ) throws(DNSReader.Malformed) {
        switch Parameter(rawValue: key) {
        case .mandatory:
            repeat {
                let key = try value.uint16()
                guard key != 0, mandatory.last.map({ $0 < key }) ?? true else { throw DNSReader.Malformed() }
                mandatory.append(key)
            } while !value.isAtEnd
        case .alpn:
            repeat {
                let name = try value.bytes(Int(try value.uint8()))
                guard !name.isEmpty else { throw DNSReader.Malformed() }
                if protocols.count < Self.protocolLimit { protocols.append(name) }
            } while !value.isAtEnd
        case .noDefaultALPN: offersDefaultProtocol = false
        case .port: _ = try value.uint16()
        case .ipv4Hint: try Self.skipAddresses(of: 4, &value)
        case .ipv6Hint: try Self.skipAddresses(of: 16, &value)
        case .ech:
            guard !value.rest().isEmpty else { throw DNSReader.Malformed() }
            offersECH = true
        case nil: _ = value.rest()
        }
    }

    private static func skipAddresses(of size: Int, _ value: inout DNSReader) throws(DNSReader.Malformed) {
        repeat { _ = try value.bytes(size) } while !value.isAtEnd
    }

    /// The largest number of protocols to keep.
    static let protocolLimit = 32

    /// The parameters whose form is known (§14.3.2).
    private enum Parameter: UInt16 {
        case mandatory = 0
        case alpn = 1
        case noDefaultALPN = 2
        case port = 3
        case ipv4Hint = 4
        case ech = 5
        case ipv6Hint = 6
    }
}

/// The joint offer of all `HTTPS` records of an origin.
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
        protocols = []
        for name in services.flatMap(\.protocols)
        where protocols.count < ServiceBinding.protocolLimit && !protocols.contains(name) {
            protocols.append(name)
        }
    }
}
