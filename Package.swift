// swift-tools-version: 6.2
import PackageDescription

/// With ATSPROXY_PORTABLE=1, Linux gets the code of other systems in place of its own, so that it can be tested there.
let portable: [SwiftSetting] = Context.environment["ATSPROXY_PORTABLE"] == "1" ? [.define("PORTABLE")] : []
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)] + portable
/// Modules that read options and small files, and write texts and pages for people. Without optimisation, they are compiled
/// in a third of the time. Other modules do the work that takes time.
/// With ATSPROXY_SMALL=1, as for a package, they are optimised for size instead.
let unoptimised: [SwiftSetting] =
    strict + [
        .unsafeFlags(
            [Context.environment["ATSPROXY_SMALL"] == "1" ? "-Osize" : "-Onone"], .when(configuration: .release))
    ]

/// Dependencies point one way: a target imports only what stands above it in this list.
let package = Package(
    name: "atsproxy",
    // All but macOS are for the library alone. `Mutex` needs these versions.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "atsproxy", targets: ["atsproxy"]),
        .executable(name: "atsproxy-store", targets: ["atsproxy-store"]),
        // For the unit tests of apps. Nothing in it needs a system library.
        .library(name: "TransportSecurity", targets: ["InfoPlist", "InternetNames", "TransportSecurity"]),
        // For the package in Tests/Fuzzing alone.
        .library(
            name: "modules",
            targets: [
                "AppBundle", "Captures", "DataFiles", "DeviceManagement", "DNSMessages", "ErrorCatalogue", "Events",
                "ForwardProxy", "Gzip", "HTTP", "InternationalNames", "InternetNames", "JSONWriting", "Judging",
                "Metrics",
                "ModelContextProtocol", "Networking", "OpenSSL", "PolicyTesting", "PostgreSQL", "Probing",
                "ProxyServer", "Recording", "Recordings", "Reports", "Settings", "SetupPages", "Store",
                "TerminalDisplay", "TLSMessages", "Traffic", "TransportSecurity", "Watching",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CLibevent", pkgConfig: "libevent_core",
            providers: [.apt(["libevent-dev"]), .brew(["libevent"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CCrypt", pkgConfig: "libxcrypt",
            providers: [.apt(["libcrypt-dev"]), .brew(["libxcrypt"])]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CICU", pkgConfig: "icu-uc",
            providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]),
        .target(name: "CInternationalNames", dependencies: ["CICU"]),
        .target(name: "CCertificateLibrary", dependencies: ["COpenSSL"]),
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "CShippedData"),
        .target(name: "CStoreSchema"),
        .target(name: "CConsolePage", exclude: ["page", "Screenshots"]),

        .target(name: "InternetNames", swiftSettings: strict),
        .target(name: "QRCode", swiftSettings: strict),
        .target(name: "Metrics", swiftSettings: strict),
        .target(name: "TransportSecurity", dependencies: ["InternetNames"], swiftSettings: strict),
        .target(name: "InfoPlist", dependencies: ["InternetNames", "TransportSecurity"], swiftSettings: strict),
        .target(
            name: "InternationalNames", dependencies: ["CInternationalNames", "InternetNames"],
            swiftSettings: strict),
        .target(name: "Gzip", dependencies: ["CZlib"], swiftSettings: strict),
        .target(
            name: "YAMLReading", dependencies: [.product(name: "Yams", package: "Yams")],
            swiftSettings: unoptimised),
        .target(
            name: "AppBundle",
            dependencies: [
                "CZlib", "InfoPlist", "InternationalNames", "InternetNames", "TransportSecurity", "YAMLReading",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: unoptimised),
        .target(name: "JSONWriting", dependencies: ["InternetNames", "TransportSecurity"], swiftSettings: strict),
        .target(name: "Documents", dependencies: ["InternetNames"], swiftSettings: unoptimised),
        .target(
            name: "ErrorCatalogue",
            dependencies: ["CShippedData", "Documents", "InternetNames", "JSONWriting", "TransportSecurity"],
            swiftSettings: unoptimised),
        .target(
            name: "PolicyTesting",
            dependencies: [
                "Documents", "InternationalNames", "InternetNames", "JSONWriting", "TransportSecurity", "YAMLReading",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: unoptimised),
        .target(
            name: "ServerConfiguration", dependencies: ["InternetNames", "JSONWriting", "TransportSecurity"],
            swiftSettings: unoptimised),
        .target(name: "DNSMessages", swiftSettings: strict),
        .target(name: "TLSMessages", dependencies: ["InternetNames", "TransportSecurity"], swiftSettings: strict),
        .target(
            name: "SetupPages", dependencies: ["InternetNames", "JSONWriting", "QRCode", "TransportSecurity"],
            swiftSettings: unoptimised),
        .target(name: "HTTP", dependencies: ["InternetNames", "TransportSecurity"], swiftSettings: strict),
        .target(
            name: "ForwardProxy",
            dependencies: ["HTTP", "InternetNames", "JSONWriting", "SetupPages", "TLSMessages", "TransportSecurity"],
            swiftSettings: strict),
        .target(
            name: "Networking", dependencies: ["CLibevent", "DNSMessages", "InternetNames", "TransportSecurity"],
            swiftSettings: strict),
        .target(
            name: "OpenSSL",
            dependencies: ["CCertificateLibrary", "COpenSSL", "InternetNames", "TLSMessages", "TransportSecurity"],
            swiftSettings: strict),
        .target(
            name: "ConfigurationProfiles", dependencies: ["InternetNames", "OpenSSL", "SetupPages"],
            swiftSettings: unoptimised),
        .target(
            name: "Events", dependencies: ["InternetNames", "JSONWriting", "TransportSecurity"],
            swiftSettings: strict),
        .target(
            name: "ModelContextProtocol", dependencies: ["Events", "InternetNames", "JSONWriting"],
            swiftSettings: unoptimised),
        .target(
            name: "DeviceManagement",
            dependencies: ["ErrorCatalogue", "Events", "InternetNames", "JSONWriting", "TransportSecurity"],
            swiftSettings: unoptimised),
        .target(
            name: "Recording",
            dependencies: [
                "Events", "Gzip", "InternetNames", "JSONWriting", "Networking", "TransportSecurity",
            ],
            swiftSettings: strict),
        .target(
            name: "Traffic",
            dependencies: [
                "Events", "InternetNames", "JSONWriting", "TransportSecurity",
            ],
            swiftSettings: strict),
        .target(
            name: "TerminalDisplay",
            dependencies: [
                "Documents", "Events", "InternetNames", "JSONWriting", "Networking", "Recording", "TransportSecurity",
            ],
            swiftSettings: strict),
        .target(
            name: "Recordings",
            dependencies: [
                "Events", "Gzip", "InternetNames", "JSONWriting", "Networking", "OpenSSL", "Recording", "Traffic",
                "TransportSecurity",
            ],
            swiftSettings: strict),
        .target(
            name: "Captures",
            dependencies: [
                "DNSMessages", "Events", "ForwardProxy", "HTTP", "InternationalNames", "InternetNames", "JSONWriting",
                "OpenSSL", "TLSMessages", "TransportSecurity",
            ],
            swiftSettings: strict),
        .target(
            name: "Judging",
            dependencies: [
                "Events", "InternetNames", "Recordings", "Traffic", "TransportSecurity",
            ],
            swiftSettings: strict),
        .target(
            name: "Reports",
            dependencies: [
                "AppBundle", "DeviceManagement", "Documents", "Events", "InternetNames", "JSONWriting", "Judging",
                "Recordings", "Traffic", "TransportSecurity",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "DataFiles", dependencies: ["InternationalNames", "InternetNames", "OpenSSL", "TransportSecurity"],
            swiftSettings: unoptimised),
        .target(
            name: "Advice",
            dependencies: [
                "AppBundle", "Documents", "InternetNames", "JSONWriting", "Judging", "Recordings", "Reports", "Traffic",
                "TransportSecurity",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "Evidence",
            dependencies: [
                "Documents", "Events", "InternetNames", "JSONWriting", "Judging", "Recordings", "TLSMessages",
                "Traffic", "TransportSecurity",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "Watching",
            dependencies: ["Documents", "InternetNames", "JSONWriting", "Metrics", "TransportSecurity"],
            swiftSettings: unoptimised),
        .target(name: "PostgreSQL", dependencies: ["CPostgreSQL"], swiftSettings: strict),
        .target(
            name: "Store",
            dependencies: [
                "CStoreSchema", "Documents", "Events", "Gzip", "InternetNames", "JSONWriting", "Networking", "OpenSSL",
                "PostgreSQL", "Recording", "Recordings", "Traffic", "TransportSecurity",
            ],
            swiftSettings: strict),
        .target(
            name: "Probing",
            dependencies: [
                "Events", "ForwardProxy", "HTTP", "InternetNames", "Metrics", "Networking", "OpenSSL", "TLSMessages",
                "TransportSecurity",
            ],
            swiftSettings: strict),
        .target(
            name: "ProxyServer",
            dependencies: [
                "CCrypt", "ConfigurationProfiles", "Events", "ForwardProxy", "InternetNames", "JSONWriting", "Metrics",
                "Networking", "OpenSSL", "Probing", "Recording", "SetupPages", "TerminalDisplay", "TLSMessages",
                "Traffic", "TransportSecurity",
            ],
            swiftSettings: strict),
        .target(name: "HTTPServer", dependencies: ["HTTP", "Networking"], swiftSettings: strict),
        .target(name: "SystemProxy", dependencies: ["InternetNames", "Networking"], swiftSettings: unoptimised),
        .target(
            name: "Console",
            dependencies: [
                "Advice", "AppBundle", "CConsolePage", "Documents", "Events", "HTTP", "HTTPServer",
                "InternetNames", "JSONWriting", "Judging", "Networking", "QRCode", "Recording", "Recordings", "Reports",
                "Traffic", "TransportSecurity",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "StandardStreams",
            dependencies: [
                "Documents", "InternetNames", "Networking", "TerminalDisplay", "TransportSecurity",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "Settings",
            dependencies: [
                "AppBundle", "DataFiles", "ForwardProxy", "InternationalNames", "InternetNames", "Networking",
                "Probing", "ProxyServer", "Recording", "SetupPages", "StandardStreams", "TransportSecurity",
                "YAMLReading",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: unoptimised),
        .target(
            name: "DataInUse",
            dependencies: [
                "AppBundle", "CShippedData", "DataFiles", "ForwardProxy", "InternetNames", "JSONWriting",
                "Networking", "OpenSSL", "Probing", "Recording", "Settings", "StandardStreams", "TransportSecurity",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "ServerChecks",
            dependencies: [
                "Advice", "AppBundle", "DataInUse", "DeviceManagement", "Documents", "Events", "ForwardProxy", "HTTP",
                "InternationalNames", "InternetNames", "JSONWriting", "Judging", "Networking", "OpenSSL", "Probing",
                "ProxyServer", "Recording", "Recordings", "Reports", "ServerConfiguration", "Settings",
                "StandardStreams", "Traffic", "TransportSecurity",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "RecordingInputs",
            dependencies: [
                "AppBundle", "Captures", "DeviceManagement", "Documents", "InternationalNames", "InternetNames",
                "Judging", "Networking", "OpenSSL", "Recording", "Recordings", "Reports", "Settings",
                "StandardStreams", "Traffic", "TransportSecurity", "YAMLReading",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: unoptimised),
        .target(
            name: "Agents",
            dependencies: [
                "HTTP", "InternetNames", "ModelContextProtocol", "Networking", "Recording", "Settings",
            ],
            swiftSettings: unoptimised),
        .target(
            name: "MetricsServing",
            dependencies: [
                "DataInUse", "HTTP", "HTTPServer", "InternetNames", "Metrics", "Networking", "OpenSSL", "ProxyServer",
                "Recording", "Settings", "StandardStreams", "TransportSecurity",
            ],
            swiftSettings: unoptimised),
        .executableTarget(
            name: "atsproxy",
            dependencies: [
                "Advice", "Agents", "AppBundle", "Captures", "ConfigurationProfiles", "Console", "DataFiles",
                "DataInUse", "DeviceManagement", "Documents", "ErrorCatalogue", "Events", "Evidence", "ForwardProxy",
                "HTTPServer", "InternationalNames", "InternetNames", "JSONWriting", "Judging", "Metrics",
                "MetricsServing", "Networking", "OpenSSL", "PolicyTesting", "Probing", "ProxyServer", "QRCode",
                "Recording", "RecordingInputs", "Recordings", "Reports", "ServerChecks", "ServerConfiguration",
                "Settings", "SetupPages", "StandardStreams", "SystemProxy", "TerminalDisplay", "Traffic",
                "TransportSecurity", "Watching",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: unoptimised),

        .executableTarget(
            name: "atsproxy-store",
            dependencies: [
                "InternetNames", "Networking", "Recording", "Store", "TransportSecurity",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // What the tests of several modules show to their readers of TLS.
        .target(
            name: "TLSSamples", dependencies: ["TLSMessages"], path: "Tests/TLSSamples",
            resources: [.copy("Fixtures")], swiftSettings: strict),
        // Events that the tests of several modules write, read and show.
        .target(
            name: "EventSamples",
            dependencies: [
                "Events", "InternetNames", "TransportSecurity",
            ],
            path: "Tests/EventSamples", swiftSettings: strict),
        // Servers of all kinds, and recordings of loads from them.
        .target(
            name: "SimulatedServers",
            dependencies: [
                "Events", "InternetNames", "Judging", "Recordings", "TLSMessages", "Traffic", "TransportSecurity",
            ],
            path: "Tests/SimulatedServers", swiftSettings: strict),
        // Ends of connections for tests that drive a loop turn by turn.
        .target(
            name: "LoopPeers", dependencies: ["Networking"], path: "Tests/LoopPeers", swiftSettings: strict),
        .testTarget(
            name: "TLSMessagesTests",
            dependencies: ["InternetNames", "TLSMessages", "TLSSamples", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(
            name: "TransportSecurityTests", dependencies: ["InternationalNames", "InternetNames", "TransportSecurity"],
            resources: [.copy("Fixtures")], swiftSettings: strict),
        .testTarget(
            name: "InternetNamesTests", dependencies: ["InternationalNames", "InternetNames"], swiftSettings: strict),
        .testTarget(
            name: "InfoPlistTests", dependencies: ["InfoPlist", "InternetNames", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(
            name: "ModelContextProtocolTests", dependencies: ["InternetNames", "ModelContextProtocol"],
            swiftSettings: strict),
        .testTarget(
            name: "DeviceManagementTests",
            dependencies: ["DeviceManagement", "InternetNames", "JSONWriting", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(name: "MetricsTests", dependencies: ["Metrics"], swiftSettings: strict),
        .testTarget(name: "QRCodeTests", dependencies: ["QRCode"], swiftSettings: strict),
        .testTarget(
            name: "ConfigurationProfilesTests",
            dependencies: ["ConfigurationProfiles", "InternetNames", "SetupPages"], swiftSettings: strict),
        .testTarget(
            name: "InternationalNamesTests", dependencies: ["InternationalNames", "InternetNames"],
            swiftSettings: strict),
        .testTarget(
            name: "AppBundleTests", dependencies: ["AppBundle", "CZlib", "InfoPlist", "InternetNames"],
            swiftSettings: strict),
        .testTarget(name: "GzipTests", dependencies: ["CZlib", "Gzip"], swiftSettings: strict),
        .testTarget(
            name: "SetupPagesTests", dependencies: ["InternetNames", "SetupPages", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(
            name: "HTTPTests", dependencies: ["HTTP", "InternetNames", "TransportSecurity"], swiftSettings: strict),
        .testTarget(
            name: "ForwardProxyTests",
            dependencies: ["ForwardProxy", "HTTP", "InternetNames", "SetupPages", "TLSMessages", "TLSSamples"],
            swiftSettings: strict),
        .testTarget(name: "DocumentsTests", dependencies: ["Documents", "InternetNames"], swiftSettings: strict),
        .testTarget(
            name: "ErrorCatalogueTests",
            dependencies: ["CShippedData", "ErrorCatalogue", "InternetNames", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(
            name: "YAMLReadingTests",
            dependencies: ["YAMLReading", .product(name: "Yams", package: "Yams")], swiftSettings: strict),
        .testTarget(
            name: "PolicyTestingTests",
            dependencies: [
                "AppBundle", "Documents", "InternetNames", "JSONWriting", "PolicyTesting", "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(name: "DNSMessagesTests", dependencies: ["DNSMessages"], swiftSettings: strict),
        .testTarget(
            name: "NetworkingTests", dependencies: ["DNSMessages", "InternetNames", "Networking"],
            swiftSettings: strict),
        .testTarget(
            name: "OpenSSLTests", dependencies: ["CCertificateLibrary", "COpenSSL", "InternetNames", "OpenSSL"],
            swiftSettings: strict),
        .testTarget(
            name: "JSONWritingTests", dependencies: ["InternetNames", "JSONWriting", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(
            name: "EventsTests",
            dependencies: [
                "Events", "EventSamples", "InternetNames", "JSONWriting", "TLSMessages", "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RecordingTests",
            dependencies: [
                "Events", "EventSamples", "Gzip", "InternetNames", "JSONWriting", "Networking", "Recording",
                "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TerminalDisplayTests",
            dependencies: [
                "Events", "EventSamples", "InternetNames", "JSONWriting", "TerminalDisplay", "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TrafficTests",
            dependencies: [
                "Events", "InternetNames", "Traffic", "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DataFilesTests", dependencies: ["DataFiles", "InternetNames", "OpenSSL", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(
            name: "RecordingsTests",
            dependencies: [
                "Documents", "Events", "Gzip", "InternetNames", "JSONWriting", "Judging", "Recordings", "Reports",
                "SimulatedServers", "TLSMessages", "Traffic", "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(name: "SystemProxyTests", dependencies: ["InternetNames", "SystemProxy"], swiftSettings: strict),
        .testTarget(name: "PostgreSQLTests", dependencies: ["PostgreSQL"], swiftSettings: strict),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "Events", "Gzip", "PostgreSQL", "Recordings", "Store", "Traffic", "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ProbingTests",
            dependencies: [
                "Events", "ForwardProxy", "InternetNames", "LoopPeers", "Networking", "OpenSSL", "Probing",
                "TLSSamples", "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ProxyServerTests",
            dependencies: [
                "ConfigurationProfiles", "Events", "ForwardProxy", "InternetNames", "LoopPeers", "Metrics",
                "Networking", "OpenSSL", "Probing", "ProxyServer", "Recording", "TLSMessages", "TLSSamples", "Traffic",
                "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["HTTP", "HTTPServer", "InternetNames", "LoopPeers", "Networking"],
            swiftSettings: strict),
        .testTarget(
            name: "Examples", dependencies: ["InfoPlist", "InternetNames", "TransportSecurity"],
            path: "Tests/Examples/Tests", resources: [.copy("App")], swiftSettings: strict),
        .testTarget(
            name: "ServerConfigurationTests",
            dependencies: ["InternetNames", "JSONWriting", "ServerConfiguration", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(
            name: "WatchingTests", dependencies: ["Documents", "InternetNames", "TransportSecurity", "Watching"],
            swiftSettings: strict),
        .testTarget(
            name: "SettingsTests",
            dependencies: ["ForwardProxy", "ProxyServer", "Recording", "Settings", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(
            name: "DataInUseTests",
            dependencies: ["DataFiles", "DataInUse", "Networking", "OpenSSL", "Probing", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(
            name: "MetricsServingTests",
            dependencies: ["ForwardProxy", "HTTP", "HTTPServer", "Metrics", "MetricsServing"], swiftSettings: strict),
        .testTarget(
            name: "ServerChecksTests",
            dependencies: [
                "DeviceManagement", "Events", "InternetNames", "ServerChecks", "Settings", "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RecordingInputsTests",
            dependencies: ["Gzip", "InternetNames", "RecordingInputs", "Reports", "Settings", "TransportSecurity"],
            swiftSettings: strict),
        .testTarget(name: "SoundnessTests", swiftSettings: strict),
        .testTarget(
            name: "atsproxyTests",
            dependencies: [
                "atsproxy", "Agents", "Console", "DataFiles", "DataInUse", "Events", "Evidence", "ForwardProxy",
                "InternetNames", "JSONWriting", "Judging", "Metrics", "MetricsServing", "ModelContextProtocol",
                "Networking", "OpenSSL", "Probing", "ProxyServer", "Recording", "RecordingInputs", "Recordings",
                "Settings", "SetupPages", "StandardStreams", "TerminalDisplay", "TransportSecurity",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "JourneyTests",
            dependencies: [
                "atsproxy", "atsproxy-store", "DataFiles", "DataInUse", "Events", "InternetNames", "Judging", "OpenSSL",
                "RecordingInputs", "TLSMessages", "TransportSecurity",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CapturesTests",
            dependencies: [
                "Captures", "Events", "InternetNames", "JSONWriting", "OpenSSL", "TLSMessages", "TLSSamples",
                "TransportSecurity",
            ],
            resources: [.copy("Fixtures")], swiftSettings: strict),
        .testTarget(
            name: "JudgingTests",
            dependencies: [
                "Events", "InternetNames", "JSONWriting", "Judging", "Recordings", "Reports", "SimulatedServers",
                "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Advice", "AppBundle", "DeviceManagement", "Documents", "ErrorCatalogue", "Events", "InfoPlist",
                "InternetNames", "JSONWriting", "Judging", "Recordings", "Reports", "SimulatedServers", "TLSMessages",
                "Traffic", "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "AdviceTests",
            dependencies: [
                "Advice", "Documents", "InternetNames", "Recordings", "SimulatedServers", "TLSMessages",
                "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EvidenceTests",
            dependencies: [
                "Events", "Evidence", "InternetNames", "Judging", "Recordings", "SimulatedServers", "TransportSecurity",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ConsoleTests",
            dependencies: [
                "Advice", "Console", "Events", "HTTP", "HTTPServer", "InternetNames", "JSONWriting", "Judging",
                "Networking", "Recording", "Recordings", "Reports", "SimulatedServers", "Traffic", "TransportSecurity",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

/// With ATSPROXY_TESTS=OpenSSLTests,TransportSecurityTests, the package has these tests and the modules they need, so that
/// `swift test` builds nothing else.
if let tests = Context.environment["ATSPROXY_TESTS"] {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var needed: Set<String> = []
    var waiting = tests.split(separator: ",").map(String.init)
    while let name = waiting.popLast() {
        guard let target = targets[name], needed.insert(name).inserted else { continue }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): waiting.append(name)
            case .productItem: break
            @unknown default: break
            }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}
