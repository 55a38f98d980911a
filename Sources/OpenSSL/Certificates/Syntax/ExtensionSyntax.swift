import COpenSSL

/// The syntax of the extensions that Apple's evaluator parses (SecCertificate.c, `SecCEP…`), as far as it demands more
/// than OpenSSL's parser.
enum ExtensionSyntax {
    private static let sequence: UInt8 = 0x30
    private static let integer: UInt8 = 0x02
    private static let bitString: UInt8 = 0x03

    /// Whether OpenSSL and Apple's evaluator can read the value of an extension that the evaluator knows.
    static func isReadable(_ found: OpaquePointer, number: Int32) -> Bool {
        guard shim_X509_EXTENSION_is_readable(found) == 1 else { return false }
        let value = [UInt8](X509_EXTENSION_get_data(found))[...]
        switch number {
        case NID_key_usage: return isKeyUsage(value)
        case NID_certificate_policies, NID_policy_mappings:
            return listCount(value).map { (1...PolicyExtensions.limit).contains($0) } ?? false
        case NID_ext_key_usage, NID_subject_alt_name: return listCount(value).map { $0 > 0 } ?? false
        case NID_crl_distribution_points: return arePoints(value)
        case NID_info_access: return isAccessInformation(value)
        case NID_basic_constraints, NID_policy_constraints: return areNumbersSmall(inSequence: value)
        case NID_inhibit_any_policy:
            return DERSequence.content(of: value, tag: integer).map(isSmall) ?? false
        case NID_name_constraints: return areSubtrees(value)
        case _: return true
        }
    }

    /// One or two octets of bits (`SecCEPKeyUsage`).
    private static func isKeyUsage(_ value: ArraySlice<UInt8>) -> Bool {
        guard let content = DERSequence.content(of: value, tag: bitString), let unused = content.first else {
            return false
        }
        return (2...3).contains(content.count) && unused < 8
    }

    private static func listCount(_ value: ArraySlice<UInt8>) -> Int? {
        DERSequence.content(of: value, tag: sequence).flatMap(DERSequence.elements)?.count
    }

    /// At least one point, each with a name or an issuer (`SecCEPCrlDistributionPoints`).
    private static func arePoints(_ value: ArraySlice<UInt8>) -> Bool {
        let (name, issuer): (UInt8, UInt8) = (0xA0, 0xA2)
        guard let points = DERSequence.content(of: value, tag: sequence).flatMap(DERSequence.elements), !points.isEmpty
        else { return false }
        return points.allSatisfy { point in
            DERSequence.elements(of: point.content)?.contains { [name, issuer].contains($0.tag) } ?? false
        }
    }

    /// At least one description. The location of an OCSP responder or of an issuer is a URI
    /// (`SecCEPAuthorityInfoAccess`).
    private static func isAccessInformation(_ value: ArraySlice<UInt8>) -> Bool {
        let uri: UInt8 = 0x86
        let methods: [[UInt8]] = [
            [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01], [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x02],
        ]
        guard let descriptions = DERSequence.content(of: value, tag: sequence).flatMap(DERSequence.elements),
            !descriptions.isEmpty
        else { return false }
        return descriptions.allSatisfy { description in
            guard let parts = DERSequence.elements(of: description.content), parts.count == 2 else { return false }
            return !methods.contains(Array(parts[0].content)) || parts[1].tag == uri
        }
    }

    /// Whether no number of the sequence is negative or has more than 32 bits (`DERParseInteger`). The numbers of
    /// policy constraints have context tags. A Boolean does not count as a number.
    private static func areNumbersSmall(inSequence value: ArraySlice<UInt8>) -> Bool {
        let boolean: UInt8 = 0x01
        guard let parts = DERSequence.content(of: value, tag: sequence).flatMap(DERSequence.elements) else {
            return false
        }
        return parts.allSatisfy { $0.tag == boolean || isSmall($0.content) }
    }

    private static func isSmall(_ content: ArraySlice<UInt8>) -> Bool {
        guard let first = content.first, first & 0x80 == 0 else { return false }
        return content.drop { $0 == 0 }.count <= 4
    }

    /// Whether no subtree has a minimum other than 0, or a maximum (`parseGeneralSubtrees`).
    private static func areSubtrees(_ value: ArraySlice<UInt8>) -> Bool {
        let (minimum, maximum): (UInt8, UInt8) = (0x80, 0x81)
        guard let lists = DERSequence.content(of: value, tag: sequence).flatMap(DERSequence.elements) else {
            return false
        }
        return lists.allSatisfy { list in
            guard let subtrees = DERSequence.elements(of: list.content) else { return false }
            return subtrees.allSatisfy { subtree in
                guard let parts = DERSequence.elements(of: subtree.content) else { return false }
                return parts.dropFirst().allSatisfy { part in
                    part.tag != maximum && (part.tag != minimum || part.content.allSatisfy { $0 == 0 })
                }
            }
        }
    }
}
