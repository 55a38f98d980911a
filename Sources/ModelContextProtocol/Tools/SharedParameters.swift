/// Parameters that several tools have.
extension Parameter {
    static let policy = Parameter(
        name: "policy", kind: .text, use: .option("--policy"),
        description: """
            The path of the app's policy: an Info.plist, a bare NSAppTransportSecurity dictionary, Expo's app.json, \
            XcodeGen's project.yml, an .app, .appex, .xcarchive or .ipa. Without it, the defaults of ATS apply.
            """
    ).ofFiles
    static let os = Parameter(
        name: "os", kind: .text, use: .option("--os"),
        description: "The OS whose rules apply, such as ios18.4, macos15 or visionos2. Default: the newest known.")
    static let linkedSDK = Parameter(
        name: "linked_sdk", kind: .text, use: .option("--linked-sdk"),
        description: "The SDK that the app was built with, such as ios18. Below ios9, ATS is off.")
    static let api = Parameter(
        name: "api", kind: .choice(["URLSession", "WebView", "AVFoundation", "none"]), use: .option("--api"),
        description: "The API that loads. Default: URLSession.")
    static let caFiles = Parameter(
        name: "ca_file", kind: .texts, use: .option("--ca-file"),
        description: "Paths of roots in PEM that a user or an administrator installed, such as a company's own CA."
    ).ofFiles
    static let resolve = Parameter(
        name: "resolve", kind: .texts, use: .option("--resolve"),
        description: "Addresses to use in place of a lookup, each as HOST:PORT:ADDRESS.")
    static let urls = Parameter(
        name: "urls", kind: .texts, use: .positional, description: "The URLs; a host without a scheme counts as https.")
    static let recordings = Parameter(
        name: "recordings", kind: .texts, use: .positional,
        description: "Paths of recordings of atsproxy (events in JSON lines), or of directories of them."
    ).ofFiles
    static let app = Parameter(
        name: "app", kind: .texts, use: .option("--app"),
        description: "Only loads of these apps, by the name in their User-Agent.")
    static let host = Parameter(
        name: "host", kind: .texts, use: .option("--host"),
        description: "Only loads from these hosts; *.example.com means all subdomains.")
    static let since = Parameter(
        name: "since", kind: .text, use: .option("--since"),
        description: "Only loads from this time on: 2026-11-20, 2026-11-20T08:00:00Z, or 90m, 24h or 7d ago.")
    static let detail = Parameter(
        name: "detail", kind: .choice(["brief", "full"]), use: .answer,
        description: "brief: the members that matter most, the default. full: all members of each result.")
    static let limit = Parameter(
        name: "limit", kind: .number(1...100, default: 20), use: .answer,
        description: "The largest number of results in the answer, which also has a limit in bytes.")
    static let offset = Parameter(
        name: "offset", kind: .number(0...1_000_000, default: 0), use: .answer,
        description: "The number of results to skip: next_offset of the answer before.")

    /// The parameters of tools whose answers have results.
    static let bounds: [Parameter] = [.detail, .limit, .offset]
}
