import COpenSSL
import TransportSecurity

/// The faults in the extensions and the serial number of a certificate, as Apple's evaluator finds them
/// (SecCertificate.c, `SecCertificateParse`).
struct CertificateExtensions {
    /// Faults because of which Apple's evaluator cannot read the certificate at all, even as an anchor: a critical
    /// extension that it knows but cannot parse, and a serial number of more than 37 octets.
    private(set) var fatal: [PathFault.Reason] = []
    /// Faults that count below the anchor: an extension that is known but cannot be parsed, stands twice, or is
    /// critical and not known.
    private(set) var belowAnchor: [PathFault.Reason] = []

    /// The largest length of a serial number in octets. RFC 5280 §4.1.2.2 permits 20.
    private static let maximumSerialNumber = 37

    /// Reads the extensions of a certificate.
    init(of certificate: OpaquePointer) {
        if Self.serialNumberLength(of: certificate) > Self.maximumSerialNumber {
            fatal.append(.unreadable("its serial number has more than \(Self.maximumSerialNumber) octets"))
        }
        var seen: Set<String> = []
        for index in 0..<max(0, X509_get_ext_count(certificate)) {
            guard let found = X509_get_ext(certificate, index) else { continue }
            let identifier = ObjectIdentifiers.dotted(X509_EXTENSION_get_object(found))
            guard seen.insert(identifier).inserted else {
                belowAnchor.append(.unreadable("the extension \(identifier) stands twice"))
                continue
            }
            judge(found, identifier, isCritical: X509_EXTENSION_get_critical(found) == 1)
        }
    }

    private mutating func judge(_ found: OpaquePointer, _ identifier: String, isCritical: Bool) {
        let number = OBJ_obj2nid(X509_EXTENSION_get_object(found))
        if Self.parsed.contains(number) {
            guard !ExtensionSyntax.isReadable(found, number: number) else { return }
            let reason = PathFault.Reason.unreadable("the extension \(identifier)")
            if isCritical { fatal.append(reason) } else { belowAnchor.append(reason) }
        } else if isCritical, !Self.accepted.contains(identifier), !Self.isOfApple(identifier) {
            belowAnchor.append(.unknownCriticalExtension(identifier))
        }
    }

    /// The length of the content octets of the serial number.
    private static func serialNumberLength(of certificate: OpaquePointer) -> Int {
        let whole = Int(i2d_ASN1_INTEGER(X509_get0_serialNumber(certificate), nil))
        return whole - (whole < 130 ? 2 : 3)
    }

    /// The extensions whose values Apple's evaluator parses.
    private static let parsed: Set<Int32> = [
        NID_basic_constraints, NID_key_usage, NID_ext_key_usage, NID_subject_alt_name, NID_name_constraints,
        NID_certificate_policies, NID_policy_mappings, NID_policy_constraints, NID_inhibit_any_policy,
        NID_crl_distribution_points, NID_authority_key_identifier, NID_subject_key_identifier, NID_info_access,
    ]

    /// Further extensions that may be critical. Their values are not parsed: private key usage period, issuer
    /// alternative name, subject information access, OCSP no check, QC statements, Netscape's certificate type,
    /// Entrust's version, and the three of the Car Connectivity Consortium (`isCCCExtensionOID`).
    private static let accepted: Set<String> = [
        "2.5.29.16", "2.5.29.18", "1.3.6.1.5.5.7.1.11", "1.3.6.1.5.5.7.48.1.5", "1.3.6.1.5.5.7.1.3",
        "2.16.840.1.113730.1.1", "1.2.840.113533.7.65.0", "1.3.6.1.4.1.41577.5.1", "1.3.6.1.4.1.41577.5.8",
        "1.3.6.1.4.1.41577.5.9",
    ]

    /// Whether the extension is in one of Apple's own arcs (`isAppleExtensionOID`).
    private static func isOfApple(_ identifier: String) -> Bool {
        ["6", "11", "12", "13", "15"].contains { identifier.hasPrefix("1.2.840.113635.100.\($0).") }
    }
}
