import COpenSSL

/// The permitted subtrees of all issuers of a path, combined as Apple's evaluator does (nameconstraints.c,
/// `SecNameConstraintsIntersectSubtrees`).
///
/// RFC 5280 §6.1.4 (g) intersects the subtrees of an issuer with those above it. Apple's evaluator keeps both where
/// neither contains the other, because CAs are issued whose intersection is empty. A name then needs to be in one of
/// them.
struct PermittedSubtrees {
    /// The subtrees, which the certificates of the path own.
    private(set) var subtrees: [UnsafeMutableRawPointer] = []
    /// The largest number of subtrees that are combined. Beyond it each issuer's subtrees count by themselves.
    static let limit = 64

    /// Adds the subtrees of the next issuer, in the order from the anchor to the leaf.
    mutating func intersect(with further: [UnsafeMutableRawPointer]) {
        guard !subtrees.isEmpty else {
            subtrees = further
            return
        }
        var appended: [UnsafeMutableRawPointer] = []
        for new in further {
            let place = subtrees.firstIndex { Self.contains($0, new) || Self.contains(new, $0) }
            if let place {
                if Self.contains(subtrees[place], new) { subtrees[place] = new }
            } else {
                appended.append(new)
            }
        }
        subtrees += appended
    }

    /// Whether the first subtree contains the second. Only directory names and DNS names are compared.
    private static func contains(_ outer: UnsafeMutableRawPointer, _ inner: UnsafeMutableRawPointer) -> Bool {
        guard let outer = base(outer), let inner = base(inner), outer.type == inner.type else { return false }
        switch outer.type {
        case GEN_DIRNAME:
            let (wide, narrow) = (directoryName(outer), directoryName(inner))
            return narrow.count > wide.count && narrow.starts(with: wide)
        case GEN_DNS:
            let (wide, narrow) = (dnsName(outer), dnsName(inner))
            guard narrow.hasSuffix(wide) else { return false }
            return narrow.count == wide.count || wide.hasPrefix(".") || narrow.dropLast(wide.count).hasSuffix(".")
        case _: return false
        }
    }

    private static func base(_ subtree: UnsafeMutableRawPointer) -> GENERAL_NAME? {
        subtree.assumingMemoryBound(to: GENERAL_SUBTREE.self).pointee.base?.pointee
    }

    private static func directoryName(_ name: GENERAL_NAME) -> ArraySlice<UInt8> {
        var start: UnsafePointer<UInt8>?
        var count = 0
        guard X509_NAME_get0_der(name.d.directoryName, &start, &count) == 1, let start else { return [] }
        let der = Array(UnsafeBufferPointer(start: start, count: count))
        return DERSequence.content(of: der[...], tag: 0x30) ?? []
    }

    private static func dnsName(_ name: GENERAL_NAME) -> String {
        String(decoding: [UInt8](name.d.dNSName), as: UTF8.self).lowercased()
    }
}
