import DataFiles
import JSONWriting
import OpenSSL
import TransportSecurity

/// The trust stores of Apple's systems, for `data status`.
struct RootStoresStatus {
    private let file: RootStoresFile
    /// Whether an option gives the roots of every system, so that the stores are not used.
    private let isReplaced: Bool

    /// Creates the status.
    init(_ file: RootStoresFile, isReplaced: Bool) {
        (self.file, self.isReplaced) = (file, isReplaced)
    }

    /// A paragraph for readers.
    var text: String {
        let use = isReplaced ? "not used, since --roots is given" : "shipped with the program"
        let head = "root-stores: \(file.stores.count) trust stores, \(file.limits.count) limited roots, \(use)"
        let lines = file.stores.map { dated in
            "\(dated.store.name) and later: \(dated.store.roots.count) roots, of \(dated.date.date) (\(dated.source))"
        }
        return ([head] + lines).joined(separator: "\n  ")
    }

    /// A line of JSON for programs.
    var line: String {
        var json = JSONWriter()
        json.object { json in
            json.member("file", "root-stores")
            json.member("date", file.date.description)
            json.member("isUsed", !isReplaced)
            json.member("limitedRoots", file.limits.count)
            json.name("stores")
            json.array { json in
                for dated in file.stores {
                    json.object { json in
                        json.member("system", dated.store.name)
                        json.member("date", dated.date.description)
                        json.member("roots", dated.store.roots.count)
                        json.member("source", dated.source)
                    }
                }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
