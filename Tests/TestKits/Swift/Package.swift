// swift-tools-version: 6.2
import PackageDescription

/// Tests that use `config/test-kits/ATSProxy.swift`, as an app's tests would. Some of them are to fail:
/// Tests/TestKits/test_swift.py builds and runs them with a proxy, and says which.
let package = Package(
    name: "test-kit", platforms: [.iOS(.v18), .macOS(.v15)],
    targets: [.testTarget(name: "Kit", path: "Tests")],
    swiftLanguageModes: [.v6]
)
