import InternetNames

/// Makes the names of the servers' folders. A name is safe on every file system, whatever the host, and all names
/// differ.
struct EvidenceFolder {
    private var taken: Set<String> = []

    /// The next folder name for a server. Characters other than letters, digits, `-` and `.` become `-`.
    mutating func name(for server: ServerEvidence) -> String {
        let scalars = server.host.description.lowercased().unicodeScalars.prefix(Self.lengthLimit).map(Self.safe)
        var stem = String(String.UnicodeScalarView(scalars))
        // A name of dots, or one that begins with a dot or hyphen, has a meaning to shells and programs.
        if stem.isEmpty || stem.hasPrefix(".") || stem.hasPrefix("-") { stem = "host" + stem }
        stem = stem.replacing("..", with: ".-")
        if let port = server.port { stem += "-\(port)" }
        var name = stem
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(stem)-\(number)"
            number += 1
        }
        return name
    }

    private static func safe(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "a"..."z", "0"..."9", "-", ".": return scalar
        case _: return "-"
        }
    }

    private static let lengthLimit = 100
}
