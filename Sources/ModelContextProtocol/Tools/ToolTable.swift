/// The list of all tools of the server, and those about policies and errors. `TrafficTools.swift` has the others.
extension Tool {
    /// The tools, in the order of a usual task. The last ones start and stop a proxy, which needs the permission of the
    /// person who configures the server.
    public static func all(allowingServe allowsServe: Bool) -> [Tool] {
        let reading = [
            reportRecording, adviseRecording, checkServers, explainURL, lintPolicy, diffPolicies, explainError,
            runningProxy,
        ]
        return allowsServe ? reading + [startProxy, stopProxy] : reading
    }

    static let explainURL = Tool(
        name: "explain_url", title: "Explain a URL under a policy",
        description: """
            Says whether App Transport Security (ATS) permits URLs under an app's policy, which key of the Info.plist \
            decides, and what the server must offer. Reaches no network.
            """,
        parameters: [Parameter.urls.required, .policy, .os, .linkedSDK, .api, .detail, .limit, .offset],
        task: .commands([["policy", "explain", "--format", "json"]], seconds: 30),
        answer: AnswerForm(
            results: .lines,
            brief: [
                "url", "decision", "applies", "reason", "matched", "minimumTLSVersion", "requiresForwardSecrecy",
                "requiresCertificateTransparency", "pins", "violations.rule", "violations.message",
                "violations.urlError", "violations.exception", "notes", "meantKeys",
            ],
            meanings: [1: "ATS blocks a URL."]))

    static let lintPolicy = Tool(
        name: "lint_policy", title: "Find mistakes in a policy",
        description: """
            Finds mistakes in the ATS policies of Info.plist files or apps, with lines, and returns a patch of what \
            has exactly one right correction. Changes no file.
            """,
        parameters: [
            Parameter(name: "paths", kind: .texts, use: .positional, description: "Paths of policies or apps.")
                .required.ofFiles,
            .os,
        ] + Parameter.bounds,
        task: .commands([["policy", "lint", "--format", "json"], ["policy", "lint", "--fix"]], seconds: 60),
        answer: AnswerForm(
            results: .lines,
            brief: ["file", "line", "column", "keyPath", "severity", "lint", "message", "instead"],
            secondOutput: "patch", meanings: [1: "The policy has errors."]))

    static let diffPolicies = Tool(
        name: "diff_policies", title: "Compare two policies",
        description: "Says what changed between the ATS policies of two builds, and what that means for each host.",
        parameters: [
            Parameter(
                name: "policies", kind: .texts, use: .positional,
                description: "Two paths: the policy before the change, then the policy after it."
            ).required.ofFiles,
            .os, .api,
        ] + Parameter.bounds,
        task: .commands([["policy", "diff", "--format", "json"]], seconds: 60),
        answer: AnswerForm(
            results: .member("hosts"), summary: ["old", "new", "keys", "api", "otherAPIs"],
            brief: ["host", "old", "new"], meanings: [0: "The policies were compared."]))

    static let explainError = Tool(
        name: "explain_error", title: "Explain an error of an app",
        description: """
            Explains errors that an app or Xcode printed about a load: codes such as -1022, -1200 or -9802, sentences \
            in 23 languages, or lines of a log. With recordings, also what was recorded about the hosts.
            """,
        parameters: [
            Parameter(name: "text", kind: .text, use: .positional, description: "The codes or the printed text.")
                .required,
            Parameter(
                name: "recordings", kind: .texts, use: .option("--recording"),
                description: "Paths of recordings in which to look for the error."
            ).ofFiles,
            .host,
        ] + Parameter.bounds,
        task: .commands([["policy", "error", "--format", "json"]], seconds: 60),
        answer: AnswerForm(results: .lines, meanings: [0: "The errors were explained."]))
}
