import DataFiles
import ForwardProxy
import InternetNames
import Probing
import ProxyServer
import Recording

extension SettingTable {
    /// The settings that hold for the whole process, in the order of the help and of the example.
    package static let ofProcess: [any DeclaredSetting] = [
        roots, certificateFiles, revocationLists, logList, updateData, dataSource, resolve, handshakeTimeout,
        connectTimeout, noAIA, events, segmentSize, segmentAge, proxyName, logQuery, label, examine, workers,
        verdictTTL,
        drainTimeout, pidFile, console, consoleHost, metrics, profileCertificate, profileKey, systemProxy,
    ]

    // MARK: - Trust and data

    package static let roots = Setting(
        optional: "roots", .file, otherwise: "Apple's own list, shipped with the program or updated", scope: .process,
        group: .store,
        value: "pem", help: "The system's trust store, in PEM.", example: "roots.pem")
    package static let certificateFiles = Setting(
        list: "ca-file", .file, scope: .process, group: .trust, value: "pem",
        help: """
            Additional roots that a user or an administrator installed, such as a company's or a test's own CA.
            """,
        example: "[staging-root.pem]")
    package static let revocationLists = Setting(
        list: "crl", .file, scope: .process, group: .trust, value: "pem",
        help: "A certificate revocation list, in PEM.",
        example: "[staging.crl]")
    package static let logList = Setting(
        optional: "ct-log-list", .file,
        otherwise: "Apple's own list, shipped with the program or updated (data update)", scope: .process,
        group: .store, value: "json",
        help: "The trusted Certificate Transparency logs, in Apple's or Google's v3 format.",
        example: "log_list.json")
    package static let updateData = Setting(
        "update-data", SettingForm<UpdateFrequency>.choice, default: "off", scope: .process, group: .update,
        value: "frequency",
        help: """
            daily: fetch newer lists of CT logs and of public suffixes from their publishers once a day, and use them \
            from then on; off: fetch nothing.
            """,
        note: """
            They are fetched at a time that varies by some hours, through the upstream proxy of the first listener \
            that has one, and kept in $STATE_DIRECTORY (a service), else in $XDG_DATA_HOME/atsproxy or \
            ~/.local/share/atsproxy. A failure is reported once, and the old file stays in use.
            """)
    package static let dataSource = Setting(
        list: "data-source", .dataSource, scope: .process, group: .source, value: "file=url",
        help: """
            The address (https) from which one of the files ct-log-list, roots and public-suffixes is updated, in \
            place of its publisher's. Apple publishes its roots by release, so that they are updated only with this \
            option.
            """,
        example: #"["ct-log-list=https://mirror.example.com/current_log_list.json"]"#)

    // MARK: - Connections

    package static let resolve = Setting(
        list: "resolve", .resolve, scope: .process, group: .connection, value: "host:port:address",
        help: "Use the address for the host and port instead of a lookup, as curl does; port * stands for any.",
        example: #"["staging.example.com:443:192.0.2.7"]"#)
    package static let handshakeTimeout = Setting(
        "handshake-timeout", .seconds, default: "10", scope: .process, group: .connection,
        value: "seconds",
        help: "The time limit of one probe of a server."
    ).assigned(to: \Limits.handshake)
    package static let connectTimeout = Setting(
        "connect-timeout", .seconds, default: "10", scope: .process, group: .connection, value: "seconds",
        help: "The time limit of one connect, and of the answer of an upstream proxy."
    ).assigned(to: \Limits.connect)
    package static let noAIA = Setting(
        flag: "no-aia", scope: .process, group: .issuers,
        help: """
            Do not fetch missing intermediate certificates (AIA). They are fetched only from addresses of the server's \
            own kind, public from public.
            """,
        note:
            "They are fetched by http, as Apple's systems do, and from this machine only for a server on this machine."
    )

    // MARK: - Recording

    package static let events = Setting(
        optional: "events", .path("a path of a file or directory, or - for standard output"),
        otherwise: "standard output, on a terminal with one readable line per load", scope: .start, group: .recording,
        value: "path",
        help: """
            The file to which the recording is appended, one JSON object per line; - is standard output. A directory \
            (with a slash at the end, or one that is there) gets segments: files named by time and proxy, compressed \
            once ended.
            """,
        example: "/var/log/atsproxy/events.jsonl")
    package static let segmentSize = Setting(
        optional: "segment-size", .segmentSize,
        otherwise: "64M", scope: .start, group: .recording, value: "size",
        help: "The size at which a segment is ended, from 64K to 16G.", example: "64M")
    package static let segmentAge = Setting(
        optional: "segment-age",
        .segmentAge, otherwise: "1h",
        scope: .start, group: .recording, value: "age",
        help: "The age at which a segment is ended, from 1s to 7d; also without traffic.", example: "1h")
    package static let proxyName = Setting(
        optional: "proxy-name",
        SettingForm(
            "1 to \(ProxyName.lengthLimit) letters, digits, dots, underscores and hyphens, a letter or digit first"
        ) { ProxyName($0) }, otherwise: "the name of the machine", scope: .start, group: .recording, value: "name",
        help: "The name of this proxy in segments and in the names of their files.",
        note: """
            It has letters, digits, dots, underscores and hyphens. Proxies that write to one directory have different \
            names.
            """,
        example: "lab-3")
    package static let logQuery = Setting(
        flag: "log-query", scope: .process, group: .content, help: "Keep query strings in events.",
        note: "Query strings may be secret."
    ).assigned(to: \ServerOptions.logsQueries)
    package static let label = Setting(
        optional: "label",
        SettingForm("a name of 1 to \(TestLabel.sizeLimit) bytes of visible text") { TestLabel($0) },
        otherwise: "none; a client can name one with PUT http://ats.setup/label", scope: .start, group: .content,
        value: "name",
        help: "The test case that the loads belong to, in events and in the report.", example: "nightly"
    ).assigned(to: \ServerOptions.label)

    // MARK: - The process

    package static let examine = Setting(
        "examine", SettingForm<ProbeDepth>.choice, default: "full", scope: .process, group: .judging, value: "depth",
        help: """
            full: in the background, also make the handshakes that other policies would need, once a day for each \
            destination; needed: only the handshakes that a verdict needs.
            """
    ).assigned(to: \ServerOptions.depth)
    package static let workers = Setting(
        optional: "workers", .whole(in: 1...256), otherwise: "the number of cores", scope: .start, group: .judging,
        value: "number",
        help: "Event loops, one thread each.", example: "4")
    package static let verdictTTL = Setting(
        "verdict-ttl", .whole("a whole number of seconds", in: 0...86_400), default: "300", scope: .process,
        group: .judging,
        value: "seconds", help: "The time for which the result of a probe is cached.",
        note: "If the server only closed connections, this is cached for at most five seconds."
    ).assigned(to: \ServerOptions.verdictLifetime)
    package static let drainTimeout = Setting(
        "drain-timeout", .secondsOrZero, default: "10", scope: .process, group: .judging, value: "seconds",
        help: "The time for which open connections may go on after a signal to stop.")
    package static let pidFile = Setting(
        optional: "pid-file", .path(), scope: .start, group: .listening, value: "path",
        help: "A file for the process ID, written once the proxy listens.", example: "/run/atsproxy/atsproxy.pid")
    package static let console = Setting(
        optional: "console",
        SettingForm("an address and a port, such as 127.0.0.1:8090, or off") { ServerAddress(option: $0) },
        otherwise: "\(ServerAddress.usualConsole), or another free port", scope: .start, group: .console,
        value: "address:port",
        help: "The address of the console, a page that shows loads in a browser. With off, serve has no console.",
        note: "The service has it off.", example: "\(ServerAddress.usualConsole)")
    package static let consoleHost = Setting(
        list: "console-host", .hostName, scope: .start, group: .console, value: "name",
        help: "A name by which browsers may open the console, besides IP addresses and localhost.",
        example: "[proxy.lab.example]")
    package static let metrics = Setting(
        "metrics", SettingForm("an address and a port, such as 127.0.0.1:9464, or off") { ServerAddress(option: $0) },
        default: "off", scope: .start, group: .metrics, value: "address:port",
        help: """
            The address of the metrics: /metrics in the formats of Prometheus and OpenMetrics, /healthz and /readyz, \
            without a password; off for none.
            """,
        note: "They name no host, client, app or user. config/fleet has alerts and a dashboard.")
    package static let profileCertificate = Setting(
        optional: "profile-cert", .file, otherwise: "profiles are not signed", scope: .process, group: .signing,
        value: "pem",
        help: "The certificate that signs configuration profiles, in PEM, followed by those of its issuers.",
        example: "profiles.pem")
    package static let profileKey = Setting(
        optional: "profile-key", .file, scope: .process, group: .signing, value: "pem",
        help: "The key of that certificate, in PEM, without a passphrase.", example: "profiles-key.pem")
    package static let systemProxy = Setting(
        flag: "system-proxy", scope: .start, group: .system,
        help: """
            Set the system's proxy to the first listener until the end: on macOS by networksetup and in booted \
            simulators, with GNOME by gsettings. What it was before is restored at the end, or at the next start after \
            a crash.
            """)
}

extension SettingTable {
    /// All settings, in the order of the help and of the example.
    package static let all = (ofListeners + ofProcess).map(\.declaration)

    /// The settings that change only with the next start.
    package static let ofStart = ofProcess.filter { $0.declaration.scope == .start }

    /// The declaration of a name; nil if there is no such setting.
    package static func declaration(of name: String) -> SettingDeclaration? { all.first { $0.name == name } }
}
