import InternetNames

/// Makes the names of the servers' folders. A name is safe on every file system, whatever the host, and all names
/// differ.
struct EvidenceFolderNames {
    private var taken: Set<String> = []

    /// Makes the name of a server's folder. Characters other than letters, digits, `-` and `.` become `-`.
    mutating func name(for server: ServerEvidence) -> String {
        let host = server.host.description.lowercased().unicodeScalars.prefix(Self.lengthLimit)
        let safeScalars = host.map { Self.safeScalars.contains($0) ? $0 : "-" }
        var stem = String(String.UnicodeScalarView(safeScalars))
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

    private static let safeScalars = Set("abcdefghijklmnopqrstuvwxyz0123456789-.".unicodeScalars)

    /// The largest number of characters of a host in a name.
    private static let lengthLimit = 100
}
