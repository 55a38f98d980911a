import AppBundle
import ArgumentParser
import Audit
import TransportSecurity

/// `atsproxy advise`: the narrowest policy for recorded traffic, and the declared exceptions that can be removed.
struct AdviseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advise", abstract: "Say which exceptions recorded traffic needs, and which can go.",
        discussion: """
            With --policy each declared exception is held against the traffic. The policy that is advised keeps what \
            makes the declared one stricter: pins, and NIAP's package.

            Exit status 0, whatever is found.
            """)

    /// The output formats of advice.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, markdown, html, json, plist, patch
    }

    @Argument(
        help: ArgumentHelp("Recordings of atsproxy; - is standard input.", valueName: "recording"), completion: .file())
    var recordings: [String]

    @OptionGroup(title: "Policy") var policy: PolicyOptions
    @OptionGroup(title: "Trust") var trust: TrustOptions

    @Option(
        help: ArgumentHelp(
            "The format: text, markdown, html, json, plist (only the policy) or patch (of the file that --policy names, for git apply).",
            valueName: "format"))
    var format = Format.text

    func validate() throws {
        guard format != .patch || policy.policy != nil else {
            throw ValidationError("--format patch changes the file that --policy names; give --policy.")
        }
    }

    func run() throws {
        try CommandFailure.reported { () throws(CommandFailure) in
            let appPolicy = try policy.appPolicy()
            let replay = try trust.replay()
            let traffic = try RecordingInput.traffic(of: recordings, keepingFacts: true)
            let advice = AppPolicyAdvice(
                on: traffic, by: replay, declared: appPolicy.dictionary, linkedSDK: try policy.sdk(of: appPolicy),
                os: try policy.osChoice(), loadKind: policy.api, waivers: try trust.waivers())
            try printed(advice)
        }
    }

    private func printed(_ advice: AppPolicyAdvice) throws(CommandFailure) {
        switch format {
        case .text: Console.print(Terminal.renderer.text(of: advice.document))
        case .markdown: Console.print(MarkdownRenderer().text(of: advice.document))
        case .html: Console.print(HTMLRenderer().text(of: advice.document))
        case .json: Console.print(String(decoding: advice.line, as: UTF8.self))
        case .plist: Console.print(advice.propertyList)
        case .patch: try printPatch(advice)
        }
    }

    private func printPatch(_ advice: AppPolicyAdvice) throws(CommandFailure) {
        guard let policyPath = policy.policy else { return }
        let location = try PolicyLocation.found(at: policyPath)
        let path = location.path
        guard !location.isInArchive else {
            throw CommandFailure(
                .data,
                "\(path) is an archive, which no patch fits; name the Info.plist, or take --format plist instead.")
        }
        let text = String(decoding: try InputFile(path).bytes(), as: UTF8.self)
        guard let patch = advice.patch(of: text, at: path) else {
            throw CommandFailure(
                .data, "\(path) is no property list in XML, which a patch needs; take --format plist instead.")
        }
        for note in advice.unresolved { Console.say("no exception permits: \(note.finding.message)") }
        guard !patch.isEmpty else { return Console.say("\(path) declares the advised policy already.") }
        Console.print(String(patch.dropLast()))
    }
}
