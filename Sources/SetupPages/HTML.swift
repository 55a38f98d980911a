/// Writes the HTML pages of the proxy itself, which are the setup page and the refusals. A page has its style within,
/// and loads nothing.
package enum HTML {
    /// A text in which the characters of markup in HTML and XML are escaped.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// A complete page.
    ///
    /// - Parameters:
    ///   - title: The title as text, which is escaped here.
    ///   - body: The content of the body as markup.
    package static func page(title: String, body: String) -> [UInt8] {
        let head = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(escaped(title))</title>
            <style>
            :root { color-scheme: light dark; }
            body { font: 17px/1.5 -apple-system, system-ui, sans-serif; max-width: 42rem; margin: 0 auto; padding: 1rem; }
            h1 { font-size: 1.4rem; line-height: 1.25; overflow-wrap: anywhere; }
            h2 { font-size: 1.1rem; margin-top: 2rem; }
            ol, ul { padding-left: 1.4rem; }
            li { margin-bottom: .5rem; overflow-wrap: anywhere; }
            dt { font-weight: 600; }
            dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
            dl.table { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0; }
            dl.table dd { margin: 0; }
            .good, .open { padding: .75rem 1rem; border-radius: .5rem; border: 1px solid #8888; }
            .good { background: #2a82; border-color: #2a8; }
            code, pre { font: .9em/1.4 ui-monospace, Menlo, monospace; }
            pre { overflow-x: auto; padding: .75rem; border: 1px solid #8888; border-radius: .5rem; }
            </style>
            </head>
            <body>

            """
        return Array((head + body + "</body>\n</html>\n").utf8)
    }
}
