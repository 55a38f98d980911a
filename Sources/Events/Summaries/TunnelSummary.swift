import InternetNames
import JSONWriting
import TransportSecurity

/// The summary of the observation of a tunnel. With the facts about the server, the tunnel can be judged again.
public struct TunnelSummary: Hashable, Sendable {
    /// The first message in the tunnel.
    public var opening: TunnelObservation.Opening
    /// The negotiated parameters; nil if no answer of the server was read.
    public var agreement: TunnelObservation.Agreement?
    /// A description of bytes that are not TLS that can be judged, with their sender; nil if there were none, or if the
    /// tunnel need not be TLS.
    public var fault: String?
    /// Whether tunnels are refused whose server cannot be compared with the probed one (`--strict-tunnel`).
    public var isStrict = false
    /// The scheme of the server's signature on the key exchange, if it was not encrypted.
    public var signatureScheme: SignatureScheme?

    /// The registered name of the fatal alert by which the server ended the client's handshake; nil if there was none,
    /// or if it was encrypted.
    public var serverAlert: String?
    /// Whether the server asked for a client certificate and then exchanged no data with the client. Whether the
    /// server accepted the client is not known in that case.
    public var lacksClientCertificate = false

    /// Creates a summary with the given parts.
    public init(
        _ opening: TunnelObservation.Opening, agreement: TunnelObservation.Agreement? = nil, fault: String? = nil,
        signatureScheme: SignatureScheme? = nil
    ) {
        self.opening = opening
        self.agreement = agreement
        self.fault = fault
        self.signatureScheme = signatureScheme
    }

    /// Creates the summary of an observation.
    public init(_ tunnel: TunnelObservation) {
        self.init(tunnel.opening, agreement: tunnel.agreement, fault: tunnel.fault)
        isStrict = tunnel.isStrict
        if case .secure(let handshake, _) = tunnel.presented { signatureScheme = handshake.signatureScheme }
    }

    /// The names of the openings in events.
    private enum Kind: String, Codable, JSONWritable {
        case hello, cleartext, unreadable
        case serverSpokeFirst = "server-spoke-first"
    }

    /// The name of the opening.
    private var kind: Kind {
        switch opening {
        case .hello: return .hello
        case .cleartext: return .cleartext
        case .serverSpokeFirst: return .serverSpokeFirst
        case .unreadable: return .unreadable
        }
    }
}

extension TunnelSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("opening", kind)
            switch opening {
            case .hello(let hello): json.member("hello", hello)
            case .cleartext(let content), .serverSpokeFirst(let content): json.member("content", content)
            case .unreadable: break
            }
            json.member("versionCode", agreement?.versionCode)
            json.member("cipherCode", agreement?.cipherSuite.rawValue)
            json.member("signatureSchemeCode", signatureScheme?.rawValue)
            if let fault { json.member("fault", fault) }
            if isStrict { json.member("strict", true) }
            if let serverAlert { json.member("serverAlert", serverAlert) }
            if lacksClientCertificate { json.member("lacksClientCertificate", true) }
        }
    }
}

extension TunnelSummary: Decodable {
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        switch try members.decode(Kind.self, forKey: .opening) {
        case .hello: opening = .hello(try members.decode(TunnelObservation.Hello.self, forKey: .hello))
        case .cleartext: opening = .cleartext(try members.decode(String.self, forKey: .content))
        case .serverSpokeFirst: opening = .serverSpokeFirst(try members.decode(String.self, forKey: .content))
        case .unreadable: opening = .unreadable
        }
        if let version = try members.decodeIfPresent(UInt16.self, forKey: .versionCode),
            let suite = try members.decodeIfPresent(UInt16.self, forKey: .cipherCode)
        {
            agreement = TunnelObservation.Agreement(versionCode: version, cipherSuite: CipherSuite(rawValue: suite))
        }
        signatureScheme = try members.decodeIfPresent(UInt16.self, forKey: .signatureSchemeCode)
            .map(SignatureScheme.init)
        fault = try members.decodeIfPresent(String.self, forKey: .fault)
        isStrict = try members.decodeIfPresent(Bool.self, forKey: .strict) ?? false
        serverAlert = try members.decodeIfPresent(String.self, forKey: .serverAlert)
        lacksClientCertificate = try members.decodeIfPresent(Bool.self, forKey: .lacksClientCertificate) ?? false
    }

    private enum CodingKeys: String, CodingKey {
        case opening, hello, content, versionCode, cipherCode, signatureSchemeCode, fault, strict, serverAlert
        case lacksClientCertificate
    }
}

extension TunnelObservation.Hello: JSONWritable, Decodable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("serverName", serverName.map(Self.bounded))
            json.member("mayHideName", mayHideName)
            json.member("versions", versions)
            if let cipherSuites { json.member("cipherCodes", cipherSuites.map(\.rawValue)) }
            json.member("asksForTimestamps", asksForTimestamps)
            json.member("asksForStaple", asksForStaple)
        }
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            serverName: try members.decodeIfPresent(ByteString.self, forKey: .serverName),
            mayHideName: try members.decode(Bool.self, forKey: .mayHideName),
            versions: try members.decode([TLSVersion].self, forKey: .versions),
            cipherSuites: try members.decodeIfPresent([UInt16].self, forKey: .cipherCodes)?
                .map(CipherSuite.init(rawValue:)),
            asksForTimestamps: try members.decode(Bool.self, forKey: .asksForTimestamps),
            asksForStaple: try members.decode(Bool.self, forKey: .asksForStaple))
    }

    private enum CodingKeys: String, CodingKey {
        case serverName, mayHideName, versions, cipherCodes, asksForTimestamps, asksForStaple
    }

    /// The name, truncated to 254 characters. Valid names have at most 253, so a truncated name remains invalid.
    private static func bounded(_ name: ByteString) -> ByteString {
        name.count <= 254 ? name : ByteString(String(String.UnicodeScalarView(name.text.unicodeScalars.prefix(254))))
    }
}
