/// The tools about servers, recordings and running proxies.
extension Tool {
    static let checkServers = Tool(
        name: "check_servers", title: "Judge servers",
        description: """
            Connects to servers as an app under the policy would, and judges them under ATS: violated rules, the error \
            that the app would get, and the smallest exception that would help. Decrypts nothing.
            """,
        parameters: [Parameter.urls.required, .policy, .os, .linkedSDK, .api, .caFiles, .resolve] + Parameter.bounds,
        task: .commands([["check", "--format", "json"]], seconds: 180),
        answer: AnswerForm(
            results: .lines,
            brief: [
                "scheme", "host", "port", "address", "decision", "policy.reason", "tls.version", "tls.cipher",
                "violations.rule", "violations.message", "violations.urlError", "violations.exception",
                "warnings.rule", "warnings.message", "warnings.urlError", "warnings.exception", "notes.message",
                "error",
            ],
            meanings: [
                0: "Every load would succeed.", 1: "A rule is violated, or a load fails unless the app accepts it.",
                69: "A server cannot be reached.",
            ]),
        reachesNetwork: true)

    static let reportRecording = Tool(
        name: "report_recording", title: "Report on a recording",
        description: """
            Summarises recorded traffic of an app: findings by host, app and rule, with the fix of each. With a policy \
            or an OS, the recorded facts are judged again, without a network.
            """,
        parameters: [
            Parameter.recordings.required, .policy, .os, .app, .host, .since, .caFiles,
            Parameter(
                name: "list", kind: .choice(["findings", "hosts"]), use: .answer,
                description: "The results: findings, the default, or hosts with their decisions."),
        ] + Parameter.bounds,
        task: .commands([["report", "--format", "json"]], seconds: 180),
        answer: AnswerForm(
            results: .member("findings", chosenBy: "list"),
            summary: [
                "outcome", "failing", "counts", "basis", "gaps.kind", "gaps.count", "gaps.sentence", "gaps.remedy",
                "traffic.loads", "first", "last",
            ],
            brief: [
                "host", "ports", "app", "severity", "acceptance", "finding.rule", "finding.message",
                "finding.urlError", "finding.exception", "remedy", "traffic.loads", "decisions", "violations",
                "warnings",
            ],
            meanings: [0: "Every load was judged, and would succeed."]))

    static let adviseRecording = Tool(
        name: "advise_recording", title: "Advise on a recording",
        description: """
            Says what to change so that recorded traffic meets ATS: URLs, servers, and the smallest exceptions, with \
            declared exceptions that are not needed. One result for each app.
            """,
        parameters: [Parameter.recordings.required, .policy, .os, .app, .host, .since, .caFiles] + Parameter.bounds,
        task: .commands([["advise", "--format", "json"]], seconds: 180),
        answer: AnswerForm(
            results: .lines,
            brief: [
                "app", "outcome", "changes.host", "changes.change", "changes.sentence", "changes.url", "changes.nginx",
                "NSAppTransportSecurity", "exceptions.domain", "exceptions.keys", "exceptions.effect",
                "exceptions.caveats", "declared", "omission", "retention", "loss", "gaps.sentence", "gaps.remedy",
            ],
            meanings: [0: "Advice was given; see outcome."]))

    static let runningProxy = Tool(
        name: "running_proxy", title: "Show what a running proxy sees",
        description: """
            Asks the console of an atsproxy that runs on this machine: its listeners and counts, and its destinations, \
            worst first. Name a row to get all that is known of it.
            """,
        parameters: [
            Parameter(
                name: "console", kind: .text, use: .answer,
                description: """
                    The address that `atsproxy serve` printed, http://127.0.0.1:PORT/?token=TOKEN. It may be left out \
                    for a proxy that start_proxy has started.
                    """),
            Parameter(name: "row", kind: .text, use: .answer, description: "The id of one result, for all about it."),
            Parameter(name: "host", kind: .texts, use: .answer, description: "Only rows of exactly these hosts."),
        ] + Parameter.bounds,
        task: .console,
        answer: AnswerForm(
            results: .member("rows"),
            summary: ["version", "started", "listeners", "recordings.path", "lost", "counts", "notices"],
            brief: [
                "id", "word", "host", "port", "scheme", "app.name", "os", "policy.name", "tls.version", "rules.id",
                "rules.kind", "reason", "remedy", "loads", "labels", "lastSeen",
            ],
            meanings: [0: "The console has answered."]))

    static let startProxy = Tool(
        name: "start_proxy", title: "Start a proxy",
        description: """
            Starts one atsproxy on a free port of 127.0.0.1, which judges and records the loads that go through it. \
            Returns the addresses of the proxy and of its console, and the path of the recording. It ends with \
            stop_proxy or with this server; a recording with loads stays.
            """,
        parameters: [
            .policy, .os, .linkedSDK, .caFiles, .resolve,
            Parameter(
                name: "mode", kind: .choice(["observe", "enforce"]), use: .option("--mode"),
                description: "observe: record and let everything pass. enforce: block violations, the default."),
        ],
        task: .startProxy(["serve", "--listen", "127.0.0.1:0", "--console", "127.0.0.1:0", "--drain-timeout", "1"]),
        answer: AnswerForm(results: .lines, meanings: [0: "The proxy runs."]),
        isReadOnly: false, reachesNetwork: true)

    static let stopProxy = Tool(
        name: "stop_proxy", title: "Stop the proxy",
        description: "Stops the proxy of start_proxy, and returns the path of its recording, if there are loads in it.",
        parameters: [], task: .stopProxy,
        answer: AnswerForm(results: .lines, meanings: [0: "The proxy has stopped."]), isReadOnly: false)
}
