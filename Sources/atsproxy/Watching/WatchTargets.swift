import Captures
import Foundation
import InternetNames
import RecordingInputs
import ServerChecks
import Settings
import StandardStreams
import TransportSecurity
import Watching

/// The servers to watch, from arguments that are files with lists, recordings, `-` or URLs.
struct WatchTargets {
    private var list: CheckTargets

    /// The URLs, each once and in order.
    var urls: [LoadURL] { list.urls }

    /// A sentence for each line of a list that names no single host.
    var faults: [String] { list.faults }

    /// Reads the arguments. The content of a file tells a recording from a list.
    ///
    /// - Parameter files: The arguments that were files before. Such a file that is missing is an error.
    init(_ arguments: [String], files: Set<String> = []) throws(CommandFailure) {
        list = try CheckTargets([])
        var recordings: [String] = []
        for argument in arguments {
            if argument == "-" {
                try list.read(try InputFile.standardInput.bytes())
            } else if !FileManager.default.fileExists(atPath: argument) {
                guard !files.contains(argument), !Self.isFileName(argument) else {
                    throw CommandFailure(
                        .data,
                        "\(argument.visible()) does not exist; name a list, a recording, or a host, with https:// if "
                            + "its name has no dot."
                    )
                }
                try list.addArgument(argument)
            } else if let bytes = try Self.list(at: argument) {
                try list.read(bytes, named: argument)
            } else {
                recordings.append(argument)
            }
        }
        try add(recordings)
    }

    /// Adds a URL that another source names, unless it is there.
    mutating func add(_ url: LoadURL) {
        list.add(url)
    }

    /// Whether an argument is taken for a file that is missing. A misspelt name must not be taken for a host, and most
    /// names without a dot and a port are those of files.
    private static func isFileName(_ argument: String) -> Bool {
        guard !argument.contains("://") else { return false }
        if argument.contains("/") || CheckTargets.hasFileExtension(argument) { return true }
        return argument.lowercased() != "localhost" && !argument.contains { ".:,".contains($0) }
    }

    /// Says which lines are faulty. Throws an error if there is no server, or too many.
    func check() throws(CommandFailure) {
        for fault in faults { Output.say(fault) }
        guard !urls.isEmpty else {
            throw CommandFailure(
                .data, "there is no server to watch; give one host, HOST:PORT or URL a line, or a recording.")
        }
        guard urls.count <= WatchLimits.servers else {
            throw CommandFailure(
                .data,
                "there are \(urls.count) servers to watch, more than \(WatchLimits.servers); split the list, with a "
                    + "--state for each.")
        }
    }

    /// The content of a file with a list; nil for a recording or a capture. These are directories, compressed files,
    /// packets or JSON. A pipe can be read only once, and counts as a list.
    private static func list(at path: String) throws(CommandFailure) -> [UInt8]? {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return nil }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return try InputFile(path).bytes() }
        let head = FileHandle(forReadingAtPath: path)?.readData(ofLength: 1024) ?? Data()
        let gzipSignature: [UInt8] = [0x1F, 0x8B]
        if head.starts(with: gzipSignature) || CaptureFormat(beginning: Array(head)) != nil { return nil }
        // A byte order mark and blanks may come before the text.
        let start = head.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return start == UInt8(ascii: "{") ? nil : try InputFile(path).bytes()
    }

    /// Adds the servers of all `https` loads in recordings.
    private mutating func add(_ recordings: [String]) throws(CommandFailure) {
        guard !recordings.isEmpty else { return }
        let traffic = try RecordingInput.traffic(of: recordings, keepingFacts: false)
        let authorities = Set(traffic.entries.filter { $0.isCleartext == false }.compactMap(\.authority))
        for authority in authorities.map(\.description).sorted() {
            list.add(try LoadURL(argument: "https://\(authority)"))
        }
    }
}
