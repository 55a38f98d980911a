import COpenSSL

/// The extensions of a certificate about certificate policies (RFC 5280 §4.2.1.4, §4.2.1.5, §4.2.1.11, §4.2.1.14).
struct PolicyExtensions {
    /// The identifiers of the certificate policies; nil if the extension is absent or cannot be read.
    var policies: [Identifier]?
    /// The policy mappings, in the order of the extension.
    var mappings: [Mapping] = []
    /// The number of certificates that may follow without an acceptable policy; nil if the extension does not say so.
    var requireExplicitPolicy: Int?
    /// The number of certificates that may follow with policy mappings; nil if the extension does not say so.
    var inhibitPolicyMapping: Int?
    /// The number of certificates that may follow in which `anyPolicy` counts; nil if the extension is absent.
    var inhibitAnyPolicy: Int?

    /// The content octets of a policy's object identifier.
    typealias Identifier = [UInt8]

    /// A policy of the issuer that is equivalent to one of the subject.
    struct Mapping {
        /// The policy of the issuer.
        var issuer: Identifier
        /// The policy of the subject.
        var subject: Identifier
    }

    /// The identifier of `anyPolicy`, 2.5.29.32.0.
    static let anyPolicy: Identifier = [0x55, 0x1D, 0x20, 0x00]
    /// The largest number of policies, and of mappings, that Apple's parser reads (`MAX_CERTIFICATE_POLICIES`).
    static let limit = 8192

    /// Reads the extensions of a certificate.
    init(of certificate: OpaquePointer) {
        policies = Self.policies(of: certificate)
        mappings = Self.mappings(of: certificate)
        readConstraints(of: certificate)
        if let value = X509_get_ext_d2i(certificate, NID_inhibit_any_policy, nil, nil) {
            let count = value.assumingMemoryBound(to: ASN1_INTEGER.self)
            inhibitAnyPolicy = Self.number(count)
            ASN1_INTEGER_free(count)
        }
    }

    /// Whether the extensions can make a path invalid. Without an explicit policy and without mappings, the policies of
    /// a path do not matter to a client that accepts all.
    var canFail: Bool { requireExplicitPolicy != nil || !mappings.isEmpty }

    private static func policies(of certificate: OpaquePointer) -> [Identifier]? {
        guard let value = X509_get_ext_d2i(certificate, NID_certificate_policies, nil, nil) else { return nil }
        let stack = OpaquePointer(value)
        defer { CERTIFICATEPOLICIES_free(stack) }
        return elements(of: stack).prefix(limit).map {
            octets($0.assumingMemoryBound(to: POLICYINFO.self).pointee.policyid)
        }
    }

    private static func mappings(of certificate: OpaquePointer) -> [Mapping] {
        guard let value = X509_get_ext_d2i(certificate, NID_policy_mappings, nil, nil) else { return [] }
        defer { shim_POLICY_MAPPINGS_free(value) }
        return elements(of: OpaquePointer(value)).prefix(limit).map {
            let mapping = $0.assumingMemoryBound(to: POLICY_MAPPING.self).pointee
            return Mapping(issuer: octets(mapping.issuerDomainPolicy), subject: octets(mapping.subjectDomainPolicy))
        }
    }

    private mutating func readConstraints(of certificate: OpaquePointer) {
        guard
            let constraints = X509_get_ext_d2i(certificate, NID_policy_constraints, nil, nil)?
                .assumingMemoryBound(to: POLICY_CONSTRAINTS.self)
        else { return }
        requireExplicitPolicy = Self.number(constraints.pointee.requireExplicitPolicy)
        inhibitPolicyMapping = Self.number(constraints.pointee.inhibitPolicyMapping)
        POLICY_CONSTRAINTS_free(constraints)
    }

    /// The value of `SkipCerts`; a number beyond 32 bits is not read by Apple's parser, and counts as the largest here.
    private static func number(_ integer: UnsafePointer<ASN1_INTEGER>?) -> Int? {
        guard let integer else { return nil }
        var value: Int64 = 0
        guard ASN1_INTEGER_get_int64(&value, integer) == 1, value >= 0 else { return Int(Int32.max) }
        return Int(min(value, Int64(Int32.max)))
    }

    private static func octets(_ object: OpaquePointer?) -> Identifier {
        guard let object, let data = OBJ_get0_data(object) else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: OBJ_length(object)))
    }
}
