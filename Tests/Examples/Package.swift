// swift-tools-version: 6.2
import PackageDescription

/// The example tests as a package of their own, as an app's package would depend on the library.
///
/// The same tests are a target of the root package. Tests/Scripts/use-library builds and runs this package.
let package = Package(
    name: "examples",
    platforms: [.iOS(.v18), .macOS(.v15)],
    dependencies: [.package(name: "atsproxy", path: "../..")],
    targets: [
        .testTarget(
            name: "Examples", dependencies: [.product(name: "TransportSecurity", package: "atsproxy")],
            path: "Tests", resources: [.copy("App")])
    ],
    swiftLanguageModes: [.v6]
)
