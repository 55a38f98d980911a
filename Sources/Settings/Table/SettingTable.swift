import ForwardProxy
import InternationalNames
import InternetNames
import Networking
import ProxyServer
import SetupPages
import TransportSecurity

/// The table of the settings of `serve`. The options, the keys and defaults of the configuration file, and the example
/// of a configuration are made from these declarations.
package enum SettingTable {
    /// The settings that may differ from listener to listener, in the order of the help and of the example.
    package static let ofListeners: [any DeclaredSetting] = [
        listen, listenTransparent, appOf, policy, policies, os, linkedSDK, api, mode, strictTunnel, app, ignore,
        allowClient, authFile, allowDestination, denyDestination, pacHost, upstreamProxy, upstreamAuth, noUpstream,
    ]

    package static let listen = Setting(
        list: "listen", SettingForm("an address and a port, such as 127.0.0.1:8080") { SocketAddress(listening: $0) },
        otherwise: "127.0.0.1:8080", scope: .listener, group: .listening,
        value: "address:port",
        help: "The address to listen at; port 0 takes a free port.", example: "127.0.0.1:8080")
    package static let listenTransparent = Setting(
        list: "listen-transparent",
        SettingForm("an address and a port, such as 0.0.0.0:8081") { SocketAddress(listening: $0) }, scope: .listener,
        group: .listening, value: "address:port",
        help: """
            (Linux) An address to listen at for connections that nftables redirects here, from clients that know no \
            proxy; see config/gateway. Needs --allow-client.
            """,
        example: #"["0.0.0.0:8081", "[::]:8081"]"#)
    package static let appOf = Setting(
        list: "app-of", .appOfClients, scope: .listener, group: .listening, value: "cidr=name",
        help: """
            The app behind clients that name none in a User-Agent, as those of --listen-transparent; the smallest \
            range counts.
            """,
        example: "[192.168.1.20/32=MyApp, 192.168.1.0/24=OtherApp]")
    package static let policy = Setting(
        optional: "policy", .path(kind: .pathOrWord(automaticPolicy)), otherwise: "the defaults of ATS",
        scope: .listener,
        group: .policy, value: "path",
        help: """
            The app's policy: an Info.plist (XML, binary or JSON), a bare NSAppTransportSecurity dictionary, Expo's \
            app.json, XcodeGen's project.yml, an .app, .appex, .xcarchive or .ipa; PATH#Share.appex for an extension \
            in it, project.yml#TARGET for a target.
            """,
        note: "With --policies, the policy of all other apps; auto stands for the defaults of ATS for them.",
        example: "MyApp.ipa")
    package static let policies = Setting(
        list: "policies", .unread(.path), scope: .listener, group: .judging, value: "[name[/version]=]path",
        help: """
            A policy for one app, by User-Agent, such as MyApp=MyApp.ipa, or MyApp/42.*=Old.ipa for a version; * \
            stands for anything. Without a name: for the app that its bundle names. The first that fits is used, else \
            --policy.
            """,
        note: """
            An entry of this file is a path, or has a policy, and app: a name or a list of names, and version: a \
            pattern; 42.* is for 42, too. It may have an os, linked-sdk and api; what it leaves out is as in the \
            listener. The names of a bundle are CFBundleExecutable, CFBundleName and CFBundleDisplayName. Web views \
            and media players name a process of the system, such as com.apple.WebKit.Networking.
            """,
        example:
            #"[{app: MyApp, version: "42.*", policy: MyApp-42.ipa}, {app: MyApp, policy: MyApp.ipa, os: ios17}, OtherApp.ipa]"#
    )
    package static let os = Setting(
        optional: "os",
        SettingForm("an OS version that has ATS, such as ios26.4, macos15, tvos18, watchos11, visionos2, or auto") {
            $0 == "auto" ? AppliedPolicy.Choice.byUserAgent : OSVersion($0).map { .fixed($0) }
        }, otherwise: "the newest known", scope: .listener, group: .policy, value: "version",
        help: """
            The system whose rules apply: ios9 to ios27, ipados13 to ipados27, macos10.11 to macos27, tvosN, watchosN, \
            visionosN; system27: Apple's own processes; auto: by each client's User-Agent.
            """,
        example: "ios18.4")
    package static let linkedSDK = Setting(
        optional: "linked-sdk",
        SettingForm("the version of an SDK, such as ios17 or macos14") { OSVersion(linkedSDK: $0) },
        otherwise: "the value of DTSDKName in its Info.plist, else the SDK of --os",
        scope: .listener, group: .policy, value: "version",
        help: "The SDK that the app was built with. Below ios9, ATS is off.", example: "ios18")
    package static let api = Setting(
        optional: "api", SettingForm<LoadingAPI>.choice, scope: .listener, group: .policy, value: "name",
        help: """
            The API that loads: URLSession, WebView, AVFoundation, or none (not subject to ATS). Without it: \
            URLSession, and for the clients of a proxy as their User-Agents say.
            """,
        example: "URLSession")
    package static let mode = Setting(
        "mode", SettingForm<Mode>.choice, default: "enforce", scope: .listener, group: .judging, value: "mode",
        help: "enforce blocks loads that violate; observe lets all loads pass and records the violations.")
    package static let strictTunnel = Setting(
        flag: "strict-tunnel", scope: .listener, group: .judging,
        help: """
            In enforce, also block a tunnel whose server cannot be compared with the probed one: with ECH, without \
            SNI, with another certificate, or with a certificate that is encrypted (TLS 1.3) or not sent (a resumed \
            session).
            """
    ).assigned(to: \ListenerOptions.hasStrictTunnels)
    package static let app = Setting(
        list: "app", .text("the name of an app"), scope: .listener, group: .judging, value: "name",
        help: "Judge only the traffic of this app, by User-Agent; other traffic passes and is recorded.",
        example: "[MyApp, MyAppWidget]")
    package static let ignore = Setting(
        list: "ignore",
        SettingForm("a rule or a family such as certificate.*, RULE@HOST or RULE@*.HOST; the rules are \(rules)") {
            Waiver(InternationalName.ascii(inOption: $0))
        }, scope: .listener, group: .trust, value: "rule",
        help: """
            A waiver: findings of this rule become notes. RULE@HOST waives the rule for one host. certificate.* stands \
            for all rules of that family, *@HOST for all rules, and *.example.com for all names below example.com, but \
            not example.com itself.
            """,
        example: #"[certificate.transparency, tls.version@legacy.example.com, "certificate.*@*.corp.example"]"#)
    package static let allowClient = Setting(
        list: "allow-client", SettingForm("a range such as 192.168.1.0/24") { AddressRange(option: $0) },
        otherwise: "only this machine", scope: .listener, group: .listening, value: "cidr",
        help: "The clients that may connect. Listening beyond loopback needs this or --auth-file.",
        example: "[192.168.1.0/24]")
    package static let authFile = Setting(
        optional: "auth-file", .file, otherwise: "no password is needed", scope: .listener, group: .listening,
        value: "path",
        help: "The users of the proxy, in htpasswd form (bcrypt: htpasswd -B).", example: "users")
    package static let allowDestination = Setting(
        list: "allow-destination",
        SettingForm("a range and perhaps ports, such as 10.0.0.0/8:80,8000-8999") { DestinationPattern($0) },
        scope: .listener,
        group: .listening, value: "cidr[:ports]",
        help: "A destination that clients may reach although it is forbidden by default.",
        note: "Without ports, it is allowed on all ports.", example: #"["10.0.0.0/8:80,8000-8999"]"#)
    package static let denyDestination = Setting(
        list: "deny-destination",
        SettingForm("a range and perhaps ports, such as 10.0.0.0/8:80,8000-8999") { DestinationPattern($0) },
        scope: .listener,
        group: .listening, value: "cidr[:ports]",
        help: "A destination that no client may reach.", example: "[192.168.1.1]")
    package static let pacHost = Setting(
        list: "pac-host",
        SettingForm("a host, or *.HOST for it and all below it") {
            ProxiedHost(option: InternationalName.ascii(inOption: $0))
        }, scope: .listener, group: .listening, value: "host",
        help: """
            A host that /proxy.pac sends to the proxy in addition to the policy's hosts; *.HOST includes all subdomains.
            """,
        example: #"[api.example.com, "*.cdn.example.com"]"#)
    package static let upstreamProxy = Setting(
        optional: "upstream-proxy", .upstreamProxy(credentials: upstreamAuth), otherwise: "none", scope: .listener,
        group: .connection, value: "http://host:port",
        help: """
            The upstream proxy to which loads and probes go, except those of transparent listeners. It looks names up \
            itself.
            """,
        example: "http://proxy.example.com:3128")
    package static let upstreamAuth = Setting(
        optional: "upstream-auth", .file, scope: .listener, group: .connection, value: "path",
        help: "A file with one line NAME:PASSWORD for the upstream proxy (Basic).", example: "upstream-password")
    package static let noUpstream = Setting(
        list: "no-upstream", .unread(.text), scope: .listener, group: .connection, value: "list",
        help: """
            The hosts that are reached without the upstream proxy, in the form of NO_PROXY: names with all below them, \
            *.NAME, addresses, ranges, each name or address perhaps with a port, or *.
            """,
        example: #"[localhost, .corp.example, 10.0.0.0/8, "build.example.com:8443"]"#)

    private static let rules = RuleID.allCases.map(\.rawValue).joined(separator: ", ")

    /// The keys of an entry of `policies` that are settings. `app` names the apps that the policy is for.
    package static let ofPolicies = [
        app.declaration, policy.declaration, os.declaration, linkedSDK.declaration, api.declaration,
    ]
    /// The key of the pattern of versions in such an entry, which is not a setting of its own.
    package static let appVersion = "version"

    /// The value of `policy` under which `policies` choose the policy of an app, by the names of their bundles.
    package static let automaticPolicy = "auto"
}
