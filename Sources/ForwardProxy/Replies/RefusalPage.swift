import SetupPages
import TransportSecurity

extension RefusalExplanation {
    /// The explanation as a page: the rules that were violated, the reasons, and the exception for the load.
    var page: [UInt8] {
        var body = "<h1>\(HTML.escaped(title))</h1>\n<p>\(HTML.escaped(message))</p>\n"
        for finding in verdict?.violations ?? [] { body += section(finding) }
        if let exception { body += section(exception) }
        return HTML.page(title: title, body: body)
    }

    private var title: String {
        switch decision {
        case .blocked: return "Blocked by App Transport Security" + (host.map { ": \($0)" } ?? "")
        case .failed, .allowed, .wouldBlock: return "atsproxy: \(status)" + (host.map { ", \($0)" } ?? "")
        }
    }

    /// The section of one rule, with the rule's sentence unless that is the only one, which the page has at its top.
    private func section(_ finding: Finding) -> String {
        var section = "<h2><code>\(finding.rule.rawValue)</code></h2>\n"
        if finding.message != message { section += "<p>\(HTML.escaped(finding.message))</p>\n" }
        section += "<dl>"
        section += "<dt>Expected</dt><dd>\(HTML.escaped(finding.expected))</dd>"
        section += "<dt>Found</dt><dd>\(HTML.escaped(finding.actual))</dd>"
        if let code = finding.urlError {
            section += "<dt>An app sees</dt><dd>\(code): \(HTML.escaped(finding.urlErrorText ?? ""))</dd>"
        }
        return section + "</dl>\n"
    }

    /// The section of the exception. One that only leaves a failure of trust to the app is not called an exception.
    private func section(_ exception: Finding.Exception) -> String {
        let isException = exception.overridable != true
        var section =
            isException
            ? "<h2>The exception that would permit it</h2>\n" : "<h2>No exception makes the load succeed</h2>\n"
        section +=
            isException
            ? "<p>In <code>Info.plist</code>, under <code>NSAppTransportSecurity</code>. Better: fix the server.</p>\n"
            : "<p>Fix the server. This entry, in <code>Info.plist</code> under <code>NSAppTransportSecurity</code>, leaves "
                + "the decision to the app&rsquo;s own code: the load fails unless the app accepts it.</p>\n"
        return section + "<pre>\(HTML.escaped(Self.propertyList(exception)))</pre>\n"
    }

    private static func propertyList(_ exception: Finding.Exception) -> String {
        var list =
            "<key>NSExceptionDomains</key>\n<dict>\n    <key>\(HTML.escaped(exception.domain))</key>\n    <dict>\n"
        for (key, value) in exception.keys.sorted(by: { $0.key < $1.key }) {
            list += "        <key>\(key)</key>\n"
            switch value {
            case .boolean(let boolean): list += "        <\(boolean)/>\n"
            case .string(let string): list += "        <string>\(HTML.escaped(string))</string>\n"
            // No exception has such a value.
            case .integer, .real, .array, .dictionary, .other: break
            }
        }
        return list + "    </dict>\n</dict>"
    }
}
