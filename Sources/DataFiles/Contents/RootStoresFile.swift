import Foundation
import InternetNames
import OpenSSL
import TransportSecurity

/// Apple's trust stores by system, with the limits of roots and the keys that are refused, as
/// `config/data/make-root-stores` writes them.
public struct RootStoresFile: Sendable {
    /// The name of the shipped file.
    public static let name = "apple-root-stores.json"
    /// The day of the newest store.
    public private(set) var date: Instant
    /// The roots of all stores, in DER.
    public private(set) var roots: [[UInt8]]
    /// The stores, oldest first.
    public private(set) var stores: [DatedStore]
    /// The limits, by the SHA-256 of the root.
    public let limits: [[UInt8]: RootLimit]
    /// The keys that are refused, by the SHA-256 of their SubjectPublicKeyInfo, with the reason as a clause.
    public let refusedKeys: [[UInt8]: String]

    /// A store with the day of its first system.
    public struct DatedStore: Hashable, Sendable {
        /// The store.
        public var store: SystemStore
        /// The day on which the first system was released.
        public var date: Instant
        /// Apple's tag with the roots, or another source.
        public var source: String
    }

    /// Reads a file.
    ///
    /// - Parameter file: The name of the file in the message of the error.
    /// - Throws: The fault of a file that has another form, no store, or a root or a refused key that cannot be read.
    ///   Whether a root is a certificate is not checked here.
    public init(_ bytes: [UInt8], named file: String) throws(DataFileFault) {
        let content: Content
        do {
            content = try JSONDecoder().decode(Content.self, from: Data(bytes))
        } catch {
            throw DataFileFault("\(file) has not the form of trust stores by system.")
        }
        roots = try Self.roots(content.roots, named: file)
        stores = try Self.stores(of: content, named: file)
        guard let newest = stores.last, stores.count <= TrustStore.storeLimit,
            zip(stores, stores.dropFirst()).allSatisfy({ $0.store.first < $1.store.first })
        else { throw DataFileFault("\(file) has no stores, too many, or not in the order of their systems.") }
        date = newest.date
        limits = try Self.limits(content.limits, named: file)
        refusedKeys = try Self.refusedKeys(content.refused, named: file)
    }

    /// The same stores, with other roots in the newest one. A known root that is in no store is left out, because no
    /// TLS server may use it.
    ///
    /// - Parameters:
    ///   - certificates: The roots in DER.
    ///   - date: The day of these roots.
    public func replacingNewest(with certificates: [[UInt8]], of date: Instant) -> RootStoresFile {
        var changed = self
        guard let last = stores.indices.last else { return self }
        let knownRoots = Dictionary(zip(roots, roots.indices)) { first, _ in first }
        let serverRoots = stores.reduce(into: Set<Int>()) { $0.formUnion($1.store.roots) }
        var members: Set<Int> = []
        for certificate in certificates {
            if let index = knownRoots[certificate] {
                if serverRoots.contains(index) { members.insert(index) }
            } else {
                members.insert(changed.roots.count)
                changed.roots.append(certificate)
            }
        }
        changed.stores[last].store.roots = members
        changed.stores[last].date = date
        changed.stores[last].source = DataFileKind.roots.fileName
        changed.date = date
        return changed
    }

    /// The roots in DER, in the order of the file.
    private static func roots(_ entries: [Content.Root], named file: String) throws(DataFileFault) -> [[UInt8]] {
        var roots: [[UInt8]] = []
        for root in entries {
            guard let der = Base64.decode(root.der), Digest.sha256(der).hexadecimal == root.sha256 else {
                throw DataFileFault("\(file) has a root whose digest is not \(root.sha256).")
            }
            roots.append(der)
        }
        return roots
    }

    /// The stores, whose members are indexes of roots. Only roots for TLS servers are members.
    private static func stores(of content: Content, named file: String) throws(DataFileFault) -> [DatedStore] {
        var serverRoots: [String: Int] = [:]
        for (index, root) in content.roots.enumerated() where root.servers { serverRoots[root.sha256] = index }
        let knownRoots = Set(content.roots.map(\.sha256))
        var stores: [DatedStore] = []
        for entry in content.stores {
            guard let first = version(entry.first), let date = Instant("\(entry.date)T00:00:00Z"),
                knownRoots.isSuperset(of: entry.roots), !entry.roots.isEmpty
            else { throw DataFileFault("\(file) has a store without a version, a date or its roots: \(entry.system).") }
            let members = Set(entry.roots.compactMap { serverRoots[$0] })
            let store = SystemStore(name: entry.system, first: first, roots: members)
            stores.append(DatedStore(store: store, date: date, source: entry.tag))
        }
        return stores
    }

    /// The reasons by the digest of the key. Of several reasons for a key, the first one counts.
    private static func refusedKeys(
        _ entries: [Content.Refusal], named file: String
    ) throws(DataFileFault) -> [[UInt8]: String] {
        var reasons: [[UInt8]: String] = [:]
        for refusal in entries {
            guard let digest = refusal.digest else {
                throw DataFileFault("\(file) refuses a key whose SHA-256 is not in hexadecimal digits.")
            }
            reasons[digest] = reasons[digest] ?? "\(refusal.reason) (\(refusal.source))"
        }
        return reasons
    }

    /// A version in the form `18.4`; nil for any other text.
    private static func version(_ text: String) -> OSVersion.Version? {
        let numbers = text.split(separator: ".").map { Int($0) }
        guard numbers.count == 2, let major = numbers[0], let minor = numbers[1] else { return nil }
        return OSVersion.Version(major: major, minor: minor)
    }

    /// The limits by the digest of the root.
    private static func limits(
        _ entries: [Content.Limit], named file: String
    ) throws(DataFileFault) -> [[UInt8]: RootLimit] {
        var limits: [[UInt8]: RootLimit] = [:]
        for limit in entries {
            // Certificates that are issued on the day itself are still accepted.
            let end = limit.issuedUntil.flatMap { Instant("\($0)T23:59:59Z") }
            guard let since = version(limit.since), (end == nil) == (limit.issuedUntil == nil) else {
                throw DataFileFault("\(file) has a limit whose day or first system cannot be read (\(limit.source)).")
            }
            for root in limit.roots {
                guard let digest = [UInt8](hexadecimal: root), digest.count == 32 else {
                    throw DataFileFault("\(file) limits \(root), which is no SHA-256 in hexadecimal.")
                }
                limits[digest] = RootLimit(
                    issuedUntil: end, largestLifetime: limit.largestLifetimeDays.map { $0 * 86_400 },
                    domains: limit.names, since: since, decidedBy: limit.decidedBy, source: limit.source)
            }
        }
        return limits
    }
}
