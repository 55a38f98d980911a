import Advice
import Documents
import HTTPServer
import Judging
import TransportSecurity

/// `GET advice`: the changes of a policy that the traffic shown needs, as `atsproxy advise` writes them.
enum AdviceRoute: RouteHandler {
    private enum Format: String, CaseIterable {
        case patch, plist, json, markdown, text
    }

    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let format = try request.format(Format.self)
        let selection = try TrafficSelection(request)
        let declared = try declaredPolicy(of: request, in: state)
        let snapshot = state.traffic.snapshot
        return .computation(
            ConsoleComputation { (cache) throws(ConsoleProblem) in
                let response = try response(
                    as: format, adviceOn: snapshot.judged, choosing: selection, declared: declared,
                    by: cache.replay(for: snapshot))
                return .response(response)
            })
    }

    private static func response(
        as format: Format, adviceOn traffic: JudgedTraffic, choosing selection: TrafficSelection,
        declared: DeclaredPolicy?, by replay: Replay
    ) throws(ConsoleProblem) -> ServerResponse {
        let chosen = selection.chosen(from: traffic)
        guard !chosen.entries.isEmpty else {
            throw ConsoleProblem(
                409, title: "Nothing to advise on",
                detail: "No load was seen, or none that these filters choose.")
        }
        let apps = AdvisedApps(
            chosen.content, besides: chosen.otherEntries, ofPolicyFor: declared?.appNames ?? [])
        // Advice on much traffic takes long. Several apps, which these formats cannot show, are refused before that.
        if [.plist, .patch].contains(format), apps.parts.count > 1 { throw severalApps(apps.parts.compactMap(\.app)) }
        let advice = apps.parts.map { part in
            AppPolicyAdvice(
                on: part.traffic, of: part.app, besides: part.otherLoads, by: replay,
                declared: declared?.policy.dictionary ?? [:], linkedSDK: declared?.policy.linkedSDK,
                os: traffic.overrides.os, loadingAPI: declared?.policy.loadingAPI,
                waivers: traffic.overrides.waivers)
        }
        return try response(advice, on: apps, as: format, declared: declared)
    }

    private static func response(
        _ advice: [AppPolicyAdvice], on apps: AdvisedApps, as format: Format, declared: DeclaredPolicy?
    ) throws(ConsoleProblem) -> ServerResponse {
        func document() -> Document {
            AppPolicyAdvice.document(of: advice, notes: apps.omission.map { [$0] } ?? [])
        }
        switch format {
        case .text:
            return file("txt", type: "text/plain; charset=utf-8", text: TextRenderer.ofFiles.text(of: document()))
        case .markdown:
            return file("md", type: "text/markdown; charset=utf-8", text: MarkdownRenderer().text(of: document()))
        case .json:
            let lines = advice.map { String(decoding: $0.line, as: UTF8.self) }
            return file("jsonl", type: "application/x-ndjson", text: lines.joined(separator: "\n"))
        case .plist:
            return file("plist", type: "application/xml", text: try adviceOnOneApp(advice).propertyList)
        case .patch:
            return file(
                "patch", type: "text/x-diff; charset=utf-8", text: try patch(adviceOnOneApp(advice), of: declared))
        }
    }

    /// The patch of the declared policy's file, without its last line feed; empty if nothing is to be changed.
    private static func patch(
        _ advice: AppPolicyAdvice, of declared: DeclaredPolicy?
    ) throws(ConsoleProblem) -> String {
        guard let declared, let text = declared.text else {
            throw ConsoleProblem(
                409, title: "No file to patch",
                detail:
                    "Only the recorded content of the policy is known; upload its Info.plist and name it as policy, "
                    + "or take the format plist.")
        }
        guard let patch = advice.patch(of: text, at: declared.path) else {
            throw ConsoleProblem(
                409, title: "No file to patch",
                detail: "\(declared.path.visible()) is not a property list in XML; take the format plist."
            )
        }
        return patch.isEmpty ? "" : String(patch.dropLast())
    }

    /// The advice on the only app. Throws a problem if there are several apps: a policy for all of them would give each
    /// app exceptions that only the others need.
    private static func adviceOnOneApp(_ advice: [AppPolicyAdvice]) throws(ConsoleProblem) -> AppPolicyAdvice {
        guard advice.count == 1, let only = advice.first else {
            throw severalApps(advice.compactMap(\.app))
        }
        return only
    }

    private static func severalApps(_ apps: [String]) -> ConsoleProblem {
        let names = apps.prefix(8).map { $0.visible(limit: 60) }.joined(separator: ", ")
        return ConsoleProblem(
            409, title: "Several apps",
            detail: "A policy is of one app, and these are loads of several (\(names)); choose one by app."
        )
    }

    /// The response with a file. Its text gets a line feed at its end unless it is empty.
    private static func file(_ suffix: String, type contentType: String, text: String) -> ServerResponse {
        let bytes = Array((text.isEmpty ? "" : "\(text)\n").utf8)
        return .attachment("atsproxy-advice.\(suffix)", contentType: contentType, content: bytes)
    }
}

extension AdviceRoute {
    /// The declared policy of an app, which the advice reviews.
    fileprivate struct DeclaredPolicy {
        /// The policy.
        var policy: WhatIfPolicy
        /// The names under which the app may call itself in a User-Agent; empty if they are not known.
        var appNames: [String]
        /// The path of the policy's file, as a patch names it.
        var path: String
        /// The text of the policy's file; nil if it is not known.
        var text: String?
    }

    /// The policy to review: the one that the query names, else the one that was given to the program, else the
    /// recorded one if there is only one. Nil if there is none of these.
    private static func declaredPolicy(
        of request: RoutedRequest, in state: ConsoleState
    ) throws(ConsoleProblem) -> DeclaredPolicy? {
        if let id = request.values(of: "policy").first {
            guard let policy = state.policy(id) else {
                throw ConsoleProblem(
                    422, title: "Unknown policy", detail: "There is no policy \(id.visible(limit: 100)).")
            }
            if let upload = state.uploads[id] {
                return DeclaredPolicy(
                    policy: policy, appNames: upload.policy.userAgentNames, path: upload.name, text: upload.text)
            }
            return DeclaredPolicy(policy, file: state.file(ofPolicy: id))
        }
        if let given = state.traffic.judged.givenPolicy {
            return DeclaredPolicy(WhatIfPolicy(given), file: state.settings.policyFile)
        }
        let digests = Set(state.traffic.content.entries.compactMap { $0.decision.policy?.digest })
        guard digests.count == 1, let id = digests.first, let policy = state.policy(id) else { return nil }
        return DeclaredPolicy(policy, file: state.file(ofPolicy: id))
    }
}

extension AdviceRoute.DeclaredPolicy {
    fileprivate init(_ policy: WhatIfPolicy, file: ConsoleSettings.PolicyFile?) {
        self.init(policy: policy, appNames: file?.appNames ?? [], path: file?.path ?? "Info.plist", text: file?.text)
    }
}
