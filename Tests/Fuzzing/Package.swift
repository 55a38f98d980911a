// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// One fuzz target for each thing that is read from the network or from a file. A package of its own, because what it
/// builds links only with libFuzzer: see Tests/Scripts/fuzz, which builds and runs it.
let fuzzTargets = [
    // HTTP
    "Requests", "Responses", "ChunkedBodies", "Sessions",
    // TLS as it passes, and as it is spoken
    "Tunnels", "Handshakes", "ClientHellos", "ServerHellos", "HandshakeMessages",
    // Certificates and what speaks of them
    "Certificates", "CertificateChains", "TimestampLists", "OCSPResponses", "PEMFiles", "LogLists",
    // Policies and what they are asked about
    "BinaryPropertyLists", "PolicyFiles", "AppArchives", "Policies", "Hosts", "UserAgents",
    // Recordings
    "RecordedEvents",
]

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "atsproxy", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .target(name: "CLibFuzzer", path: "CLibFuzzer"),
        .target(name: "Harness", dependencies: ["CLibFuzzer"], path: "Harness", swiftSettings: strict),
    ]
        + [
            .executableTarget(
                name: "Configurations",
                dependencies: [
                    "Harness", .product(name: "modules", package: "atsproxy"),
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                    .product(name: "Yams", package: "Yams"),
                ],
                path: "Configurations", swiftSettings: strict)
        ]
        + fuzzTargets.map { name in
            .executableTarget(
                name: name, dependencies: ["Harness", .product(name: "modules", package: "atsproxy")], path: name,
                swiftSettings: strict)
        },
    swiftLanguageModes: [.v6]
)
