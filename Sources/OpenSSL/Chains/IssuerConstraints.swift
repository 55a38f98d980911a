import COpenSSL
import TransportSecurity

/// The requirements in a certificate's extensions for the certificates below it, and the faults of the extensions
/// themselves (RFC 5280 §4.2, §6.1); owns a `NAME_CONSTRAINTS`.
final class IssuerConstraints {
    /// The largest number of intermediates between the certificate and the leaf; nil if there is no limit.
    let pathLength: Int?
    /// Whether the key usage permits signing certificates; nil if the extension is absent.
    let maySignCertificates: Bool?
    /// Faults in any certificate: extensions that are duplicate, malformed, or critical and not understood, and a
    /// missing subject.
    let faults: [PathFault]
    /// Additional faults in certificates below the anchor: an incomplete authority key identifier, and critical name
    /// constraints for unsupported kinds of names.
    let faultsBelowAnchor: [PathFault]
    /// The largest number of name constraints that are compared. Real CAs have a few dozen.
    private static let maximumNameConstraints = 256
    private let nameConstraints: UnsafeMutablePointer<NAME_CONSTRAINTS>?

    /// Reads the constraints from a certificate. `facts` are the parsed fields of the same certificate.
    init(of certificate: OpaquePointer, facts: Certificate) {
        pathLength = Self.pathLength(of: certificate)
        maySignCertificates = Self.maySignCertificates(certificate)
        let hasSubject = Self.hasSubjectOrSubstitute(certificate, isAuthority: facts.isAuthority ?? false)
        faults =
            (hasSubject ? [] : [PathFault(.emptySubject, subject: facts.subject)])
            + Self.faults(in: certificate, subject: facts.subject)
        nameConstraints = X509_get_ext_d2i(certificate, NID_name_constraints, nil, nil)?
            .assumingMemoryBound(to: NAME_CONSTRAINTS.self)
        let isUnderstood = Self.understands(nameConstraints, of: certificate)
        let isWhole = Self.hasWholeAuthorityKeyIdentifier(certificate)
        var reasons: [PathFault.Reason] = []
        if !isWhole {
            reasons.append(.unreadable("its authority key identifier has an issuer or a serial number, and not both"))
        }
        if !isUnderstood {
            reasons.append(.other("its critical name constraints are for names of a kind that is not understood"))
        }
        faultsBelowAnchor = reasons.map { PathFault($0, subject: facts.subject) }
    }

    deinit {
        NAME_CONSTRAINTS_free(nameConstraints)
    }

    /// The fault of a certificate below with respect to the name constraints; nil if there is none.
    ///
    /// Common names count only in a leaf without DNS names, because systems take no other common name for a host name.
    func rejection(to certificate: ParsedCertificate, isLeaf: Bool) -> PathFault.Reason? {
        guard let nameConstraints else { return nil }
        let count =
            elements(of: nameConstraints.pointee.permittedSubtrees).count
            + elements(of: nameConstraints.pointee.excludedSubtrees).count
        guard count <= Self.maximumNameConstraints else {
            return .other("there are too many name constraints above it")
        }
        let result = NAME_CONSTRAINTS_check(certificate.pointer, nameConstraints)
        switch result {
        case X509_V_OK: break
        case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION: return .nameConstraint
        case _: return .other(String(cString: X509_verify_cert_error_string(Int(result))))
        }
        guard isLeaf, certificate.facts.subjectAltNames?.dnsNames.isEmpty ?? true,
            NAME_CONSTRAINTS_check_CN(certificate.pointer, nameConstraints) != X509_V_OK
        else { return nil }
        return .commonNameConstraint
    }
}

extension IssuerConstraints {
    private static func pathLength(of certificate: OpaquePointer) -> Int? {
        guard
            let constraints = X509_get_ext_d2i(certificate, NID_basic_constraints, nil, nil)?
                .assumingMemoryBound(to: BASIC_CONSTRAINTS.self)
        else { return nil }
        defer { BASIC_CONSTRAINTS_free(constraints) }
        guard let limit = constraints.pointee.pathlen else { return nil }
        var value: Int64 = 0
        // A limit beyond 64 bits counts as no limit. A negative limit permits no intermediate.
        guard ASN1_INTEGER_get_int64(&value, limit) == 1 else { return nil }
        return Int(value)
    }

    private static func maySignCertificates(_ certificate: OpaquePointer) -> Bool? {
        let absent: Int32 = -1
        let keyCertSign: Int32 = 5
        var status: Int32 = 0
        guard let value = X509_get_ext_d2i(certificate, NID_key_usage, &status, nil) else {
            return status == absent ? nil : false
        }
        let bits = value.assumingMemoryBound(to: ASN1_BIT_STRING.self)
        defer { ASN1_BIT_STRING_free(bits) }
        return ASN1_BIT_STRING_get_bit(bits, keyCertSign) == 1
    }

    /// Whether an authority key identifier has both an issuer and a serial number, or neither (RFC 5280 §4.2.1.1;
    /// SecCEPAuthorityKeyIdentifier in SecCertificate.c).
    private static func hasWholeAuthorityKeyIdentifier(_ certificate: OpaquePointer) -> Bool {
        guard
            let identifier = X509_get_ext_d2i(certificate, NID_authority_key_identifier, nil, nil)?
                .assumingMemoryBound(to: AUTHORITY_KEYID.self)
        else { return true }
        defer { AUTHORITY_KEYID_free(identifier) }
        return elements(of: identifier.pointee.issuer).isEmpty == (identifier.pointee.serial == nil)
    }

    /// Whether all name constraints are for supported kinds of names, or the extension is not critical (RFC 5280
    /// §4.2.1.10; SecNameConstraintsAreSubtreesSupported in nameconstraints.h).
    private static func understands(
        _ constraints: UnsafeMutablePointer<NAME_CONSTRAINTS>?, of certificate: OpaquePointer
    ) -> Bool {
        guard let constraints else { return true }
        let found = X509_get_ext(certificate, X509_get_ext_by_NID(certificate, NID_name_constraints, -1))
        guard X509_EXTENSION_get_critical(found) == 1 else { return true }
        let subtrees =
            elements(of: constraints.pointee.permittedSubtrees) + elements(of: constraints.pointee.excludedSubtrees)
        return subtrees.allSatisfy { subtree in
            guard let base = subtree.assumingMemoryBound(to: GENERAL_SUBTREE.self).pointee.base else { return false }
            return [GEN_EMAIL, GEN_DNS, GEN_DIRNAME, GEN_URI, GEN_IPADD].contains(base.pointee.type)
        }
    }

    /// Whether the certificate has a subject or, unless it is a CA, a critical `subjectAltName`.
    ///
    /// RFC 5280 §4.1.2.6 requires a subject of every CA. Apple's SecPolicyCheckCertNonEmptySubject checks each
    /// certificate of a path, including the anchor.
    private static func hasSubjectOrSubstitute(_ certificate: OpaquePointer, isAuthority: Bool) -> Bool {
        guard X509_NAME_entry_count(X509_get_subject_name(certificate)) == 0 else { return true }
        let names = X509_get_ext(certificate, X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1))
        return !isAuthority && X509_EXTENSION_get_critical(names) == 1
    }

    private static func faults(in certificate: OpaquePointer, subject: String) -> [PathFault] {
        var faults: [PathFault] = []
        var seen: Set<String> = []
        for index in 0..<max(0, X509_get_ext_count(certificate)) {
            guard let found = X509_get_ext(certificate, index) else { continue }
            let object = X509_EXTENSION_get_object(found)
            let identifier = ObjectIdentifiers.dotted(object)
            let number = OBJ_obj2nid(object)
            if !seen.insert(identifier).inserted {
                faults.append(PathFault(.unreadable("the extension \(identifier) stands twice"), subject: subject))
            } else if understood.contains(number) {
                guard shim_X509_EXTENSION_is_readable(found) == 0 else { continue }
                faults.append(PathFault(.unreadable("the extension \(identifier)"), subject: subject))
            } else if X509_EXTENSION_get_critical(found) == 1 {
                faults.append(PathFault(.unknownCriticalExtension(identifier), subject: subject))
            }
        }
        return faults
    }

    /// Extensions that may be critical. Certificate policies are accepted without building a policy tree (RFC 5280
    /// §6.1.2), because a TLS client accepts every policy; a requirement for an explicit policy is not checked.
    private static let understood: Set<Int32> = [
        NID_basic_constraints, NID_key_usage, NID_ext_key_usage, NID_subject_alt_name, NID_name_constraints,
        NID_tlsfeature, NID_certificate_policies, NID_policy_mappings, NID_policy_constraints,
        NID_inhibit_any_policy, NID_crl_distribution_points, NID_authority_key_identifier,
        NID_subject_key_identifier, NID_issuer_alt_name, NID_info_access,
    ]
}
