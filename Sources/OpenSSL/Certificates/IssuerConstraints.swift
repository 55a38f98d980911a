import COpenSSL
import TransportSecurity

/// The requirements in a certificate's extensions for the certificates below it, and the faults of the extensions
/// themselves (RFC 5280 §4.2, §6.1); owns a `NAME_CONSTRAINTS`.
final class IssuerConstraints {
    /// The largest number of intermediates between the certificate and the leaf; nil if there is no limit.
    let pathLength: Int?
    /// Whether the key usage permits signing certificates; nil if the extension is absent.
    let maySignCertificates: Bool?
    /// Faults in any certificate: a missing subject, and errors for which Apple's evaluator cannot read even an anchor.
    let faults: [PathFault]
    /// Additional faults in certificates below the anchor. `SecPolicyCheckBasicCertificateProcessing` does not look at
    /// the extensions of a trusted anchor.
    let faultsBelowAnchor: [PathFault]
    /// The largest number of name constraints that are compared. Real CAs have a few dozen.
    private static let maximumNameConstraints = 1024
    private let nameConstraints: UnsafeMutablePointer<NAME_CONSTRAINTS>?

    /// Reads the constraints from a certificate. `facts` are the parsed fields of the same certificate.
    init(of certificate: OpaquePointer, facts: Certificate) {
        pathLength = Self.pathLength(of: certificate)
        maySignCertificates = Self.maySignCertificates(certificate)
        nameConstraints = X509_get_ext_d2i(certificate, NID_name_constraints, nil, nil)?
            .assumingMemoryBound(to: NAME_CONSTRAINTS.self)
        Self.dropUnsupportedExclusions(from: nameConstraints)
        let extensions = CertificateExtensions(of: certificate)
        var fatal = extensions.fatal
        var belowAnchor = extensions.belowAnchor
        if !Self.hasSubjectOrSubstitute(certificate, isAuthority: facts.isAuthority ?? false) {
            fatal.insert(.emptySubject, at: 0)
        }
        if !Self.hasWholeAuthorityKeyIdentifier(certificate) {
            let reason = PathFault.Reason.unreadable(
                "its authority key identifier has an issuer or a serial number, and not both")
            // SecCertificateParse: only a critical extension that cannot be parsed makes an anchor unusable.
            let found = X509_get_ext(certificate, X509_get_ext_by_NID(certificate, NID_authority_key_identifier, -1))
            if X509_EXTENSION_get_critical(found) == 1 { fatal.append(reason) } else { belowAnchor.append(reason) }
        }
        faults = fatal.map { PathFault($0, subject: facts.subject) }
        faultsBelowAnchor = belowAnchor.map { PathFault($0, subject: facts.subject) }
    }

    deinit {
        NAME_CONSTRAINTS_free(nameConstraints)
    }

    /// The cost of comparing the names of a certificate with the name constraints, of which a unit makes ten thousand.
    func workOfComparison(with certificate: ParsedCertificate) -> Int {
        guard let nameConstraints else { return 0 }
        // A list that is missing has -1 elements.
        let count =
            max(0, OPENSSL_sk_num(nameConstraints.pointee.permittedSubtrees))
            + max(0, OPENSSL_sk_num(nameConstraints.pointee.excludedSubtrees))
        // No name takes less than four bytes.
        return Int(count) * (certificate.facts.der.count / 4) / 10_000
    }

    /// The permitted subtrees, which this object owns.
    var permittedSubtrees: [UnsafeMutableRawPointer] { elements(of: nameConstraints?.pointee.permittedSubtrees) }

    /// Whether a certificate below violates neither the combined permitted subtrees of a path nor the excluded ones of
    /// this certificate.
    func permits(_ certificate: ParsedCertificate, under permitted: PermittedSubtrees) -> Bool {
        guard let own = nameConstraints, let combined = NAME_CONSTRAINTS_new(), let list = OPENSSL_sk_new_null() else {
            return false
        }
        defer {
            // The subtrees belong to others.
            combined.pointee.permittedSubtrees = nil
            combined.pointee.excludedSubtrees = nil
            NAME_CONSTRAINTS_free(combined)
            OPENSSL_sk_free(list)
        }
        for subtree in permitted.subtrees { OPENSSL_sk_push(list, subtree) }
        combined.pointee.permittedSubtrees = list
        combined.pointee.excludedSubtrees = own.pointee.excludedSubtrees
        return NAME_CONSTRAINTS_check(certificate.pointer, combined) == X509_V_OK
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
        // A name of a kind that is not supported is in no permitted subtree of its kind.
        case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION, X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE:
            return .nameConstraint
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

    /// Removes the excluded subtrees for kinds of names that Apple's evaluator does not support, even if the extension
    /// is critical. Such subtrees exclude no name (nameconstraints.c, nc_compare_subtree and update_match).
    private static func dropUnsupportedExclusions(from constraints: UnsafeMutablePointer<NAME_CONSTRAINTS>?) {
        guard let excluded = constraints?.pointee.excludedSubtrees else { return }
        for index in (0..<max(0, OPENSSL_sk_num(excluded))).reversed() {
            let subtree = OPENSSL_sk_value(excluded, index)?.assumingMemoryBound(to: GENERAL_SUBTREE.self)
            guard let kind = subtree?.pointee.base?.pointee.type, !supportedKinds.contains(kind) else { continue }
            OPENSSL_sk_delete(excluded, index)
            GENERAL_SUBTREE_free(subtree)
        }
    }

    private static let supportedKinds: Set<Int32> = [GEN_EMAIL, GEN_DNS, GEN_DIRNAME, GEN_URI, GEN_IPADD]

    /// Whether the certificate has a subject or, unless it is a CA, a critical `subjectAltName`.
    ///
    /// RFC 5280 §4.1.2.6 requires a subject of every CA. Apple's SecPolicyCheckCertNonEmptySubject checks each
    /// certificate of a path, including the anchor.
    private static func hasSubjectOrSubstitute(_ certificate: OpaquePointer, isAuthority: Bool) -> Bool {
        guard X509_NAME_entry_count(X509_get_subject_name(certificate)) == 0 else { return true }
        let names = X509_get_ext(certificate, X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1))
        return !isAuthority && X509_EXTENSION_get_critical(names) == 1
    }
}
