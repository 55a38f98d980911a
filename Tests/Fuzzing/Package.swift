// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// The fuzz targets, one for each kind of input from the network or from a file.
///
/// They are a package of their own, because they link only with libFuzzer. Tests/Scripts/fuzz builds and runs them.
let fuzzTargets = [
    // HTTP
    "Requests", "Responses", "ChunkedBodies", "Sessions", "ServerRequests", "ProfileForms", "UpstreamProxyReplies",
    "WholeResponses",
    // TLS in tunnels and in probes
    "Tunnels", "Handshakes", "ClientHellos", "ServerHellos", "HandshakeMessages",
    // Certificates, and data about certificates
    "Certificates", "CertificateChains", "TimestampLists", "OCSPResponses", "PEMFiles", "LogLists", "UpdatedFiles",
    // Policies, and the hosts and apps that they apply to
    "BinaryPropertyLists", "PolicyFiles", "AppArchives", "Policies", "Hosts", "UserAgents",
    // Configurations of serve, and expectations of a policy
    "Configurations", "Expectations",
    // Recordings, and what they are held against
    "RecordedEvents", "PrivacyReports", "StoredRows",
    // The management of devices
    "WellKnownDocuments", "ManagementDocuments", "DeviceLogs",
    // The memory of a watch, and pins of apps
    "WatchStates", "PinLists",
    // Answers of name servers
    "NameServerAnswers",
    // Messages of agents and editors, and pasted errors
    "ToolMessages", "PastedErrors",
    // Captured traffic
    "CaptureFiles", "CapturedStreams", "InitialPackets", "CompressedFiles",
]

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "atsproxy", path: "../..")
    ],
    targets: [
        .target(name: "CLibFuzzer", path: "CLibFuzzer"),
        .target(name: "Harness", dependencies: ["CLibFuzzer"], path: "Harness", swiftSettings: strict),
    ]
        + fuzzTargets.map { name in
            .executableTarget(
                name: name, dependencies: ["Harness", .product(name: "modules", package: "atsproxy")], path: name,
                swiftSettings: strict)
        },
    swiftLanguageModes: [.v6]
)
