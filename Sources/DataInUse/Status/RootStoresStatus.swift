import DataFiles
import JSONWriting
import OpenSSL
import TransportSecurity

/// The trust stores of Apple's systems, as the command `data status` shows them.
package struct RootStoresStatus {
    private let file: RootStoresFile
    /// Whether an option gives the roots of every system. The stores are then not used.
    private let isReplaced: Bool

    /// Creates the status.
    package init(_ file: RootStoresFile, isReplaced: Bool) {
        (self.file, self.isReplaced) = (file, isReplaced)
    }

    /// A paragraph for readers.
    package var text: String {
        let use = isReplaced ? "not used, since --roots is given" : "shipped with the program; --os chooses one"
        var lines = ["root-stores: \(file.stores.count) trust stores, \(use)"]
        let systems = systems
        let width = systems.map(\.count).max() ?? 0
        for (dated, systems) in zip(file.stores, systems) {
            let padding = String(repeating: " ", count: width - systems.count)
            lines.append(
                "\(systems)\(padding)  \(dated.store.roots.count) roots, as of \(dated.date.date), from "
                    + Self.origin(dated.source))
        }
        lines.append(
            "Roots that Apple trusts for other uses only, such as signed mail, are not counted: a file of all roots has more. "
                + "\(file.limits.count) of the roots are limited, for example by a last day of issue.")
        lines.append("Other systems have the store of the iOS of their time: macOS 10.15 that of iOS 13.")
        return lines.joined(separator: "\n  ")
    }

    /// The systems of each store, such as `iOS 9.3 to below iOS 10` and `iOS 26 and later`.
    private var systems: [String] {
        let names = file.stores.map(\.store.name)
        return names.enumerated().map { index, name in
            index + 1 < names.count ? "\(name) to below \(names[index + 1])" : "\(name) and later"
        }
    }

    /// The origin of a store: a tag of Apple's published source, or the file of roots, whose state is printed above.
    private static func origin(_ source: String) -> String {
        source == DataFileKind.roots.fileName
            ? "the file of roots above (\(source))" : "Apple's published source, tag \(source)"
    }

    /// A line of JSON for programs.
    package var line: String {
        var json = JSONWriter()
        json.object { json in
            json.member("file", "root-stores")
            json.member("date", CurrentData.rootStoresDate?.description)
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
