import Foundation
import Testing

/// Tests that the files and the folders of each module are a sequence.
@Suite struct StructureTests {
    /// The modules, with the programs.
    static let modules = SoundnessTests.imports.map(\.module) + ["atsproxy", "atsproxy-store"]

    /// The groups of files that may depend on each other, by module.
    static let fileCycles: [String: [Set<String>]] = [
        // The scanner hands out the escapes of its strings.
        "Events": [["JSONEscapes.swift", "JSONScanner.swift"]],
        "ForwardProxy": [
            // The phases of a session hold the exchange, which continues in another phase. The session is one type.
            [
                "Exchange.swift", "LocalRequest.swift", "SessionLocalRequests.swift", "SessionPhase.swift",
                "SessionReplies.swift", "SessionRequests.swift",
            ],
            // One decision in two files.
            ["LoadDecision.swift", "TunnelDecision.swift"],
            // Bytes are held back with commands of the tunnel that holds them.
            ["Tunnel.swift", "WaitingBytes.swift"],
        ],
        // The form of a target depends on the method, and the head has a target.
        "HTTP": [["RequestHead.swift", "RequestTarget.swift"]],
        // A recorded tunnel is judged again as a part of its load.
        "Judging": [["RecordedTunnel.swift", "Replay.swift"]],
        // A value writes itself with the writer, which accepts any value.
        "JSONWriting": [["JSONWritable.swift", "JSONWriter.swift"]],
        // One stream in four files.
        "Networking": [["Stream.swift", "StreamEvent.swift", "StreamForwarding.swift", "StreamOwner.swift"]],
        // One certificate is read in three files.
        "OpenSSL": [["CertificateReader.swift", "IssuerConstraints.swift", "ParsedCertificate.swift"]],
        // One connection in two files.
        "PostgreSQL": [["PostgreSQLConnection.swift", "PostgreSQLConnectionWaits.swift"]],
        "ProxyServer": [
            // A connection and its origin are one object in two files.
            ["Connection.swift", "ConnectionOrigin.swift"],
            // One task in two files.
            ["LoadTask.swift", "LoadTaskFacts.swift"],
        ],
        "Recording": [
            // A log and its writer share a state, and name their types as parts of the log.
            [
                "EventLog.swift", "EventLogState.swift", "EventLogWriter.swift", "EventQueue.swift", "EventSink.swift",
                "LogFiles.swift", "SegmentFiles.swift",
            ]
        ],
        // One reader in two files.
        "Recordings": [["RecordingReader.swift", "RecordingReaderCondensed.swift"]],
        // One document in a file for each of its parts.
        "Reports": [
            [
                "ReportDocument.swift", "ReportDocumentDevice.swift", "ReportDocumentFindings.swift",
                "ReportDocumentLimits.swift", "ReportDocumentTables.swift",
            ]
        ],
        // One set of pages in three files.
        "SetupPages": [["LocalPages.swift", "ProfilePages.swift", "SetupPage.swift"]],
        // One state machine: the parts name the sides and events of the inspector.
        "TLSMessages": [
            [
                "HandshakeProgress.swift", "RecordContentReader.swift", "SideReader.swift", "TLS12Progress.swift",
                "TLS13Progress.swift", "TLSInspector.swift",
            ]
        ],
    ]

    /// The folders of a module of which each may depend on those before it only, with the folders below them.
    static let orders: [String: [String]] = [
        "TransportSecurity": ["Platforms", "Facts", "Policy", "Requirements", "Findings", "Rules", "Verdicts"],
        "ForwardProxy": ["Fields", "Access", "UpstreamProxy", "Loads", "Tunnel", "LoadDecision", "Session"],
    ]

    /// The files of each module.
    private static let files = Result {
        try Dictionary(
            uniqueKeysWithValues: modules.map { module in
                let folder = SourceFile.root.appending(path: "Sources/\(module)")
                return (
                    module, try SourceFile.all(in: "Sources/\(module)").map { FileDependencies.File($0, in: folder) }
                )
            })
    }

    static func dependencies(of module: String) throws -> FileDependencies {
        let all = try files.get()
        let published = all.filter { $0.key != module }.values.joined().map(\.names.published)
        return FileDependencies(all[module, default: []], published: published.reduce(into: []) { $0.formUnion($1) })
    }

    @Test func eachModuleIsHeld() throws {
        let folders = Set(
            try SourceFile.all(in: "Sources").compactMap { $0.path.split(separator: "/").dropFirst().first })
        #expect(folders == Set(Self.modules.map { $0[...] }))
    }

    @Test(arguments: modules)
    func noModuleHasMoreThan8000Lines(module: String) throws {
        let lines = try SourceFile.all(in: "Sources/\(module)").map(\.lines.count).reduce(0, +)
        #expect(lines <= 8000, "\(module) has \(lines) lines")
    }

    @Test func noFolderHasMoreThan15Files() throws {
        let files = try SourceFile.all(in: "Sources").map { $0.url.deletingLastPathComponent().path }
        for (folder, files) in Dictionary(grouping: files, by: \.self) {
            #expect(files.count <= 15, "\(folder) has \(files.count) files")
        }
    }

    @Test(arguments: modules)
    func filesOfAModuleFormNoCycle(module: String) throws {
        let cycles = try Self.dependencies(of: module).cycles
        let allowed = Self.fileCycles[module, default: []]
        for cycle in cycles where !allowed.contains(Set(cycle)) {
            Issue.record("These files of \(module) depend on each other: \(cycle.joined(separator: ", ")).")
        }
        for group in allowed where !cycles.contains(where: { Set($0) == group }) {
            Issue.record("\(module) has this cycle of files no longer: \(group.sorted()).")
        }
    }

    @Test(arguments: modules)
    func foldersOfAModuleFormNoCycle(module: String) throws {
        let dependencies = try Self.dependencies(of: module)
        for cycle in dependencies.folderCycles {
            let references = dependencies.rareReferences(among: cycle).joined(separator: "\n  ")
            Issue.record(
                """
                These folders of \(module) depend on each other: \(cycle.joined(separator: ", ")). Among them:
                  \(references)
                """)
        }
    }

    @Test(arguments: orders)
    func foldersHaveTheirOrder(module: String, order: [String]) throws {
        let references = try Self.dependencies(of: module).references(against: order)
        #expect(references == [], "\(module): \(references.joined(separator: "; "))")
    }
}
