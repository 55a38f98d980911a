import CConsolePage

/// A guide of the folder `docs`, which is compiled into the program, as a web page without scripts. The console serves
/// it below `/docs/` for readers without a network.
struct Guide {
    /// The name of the file in `docs`, without `.md`.
    let name: String
    /// The content in Markdown.
    let text: String

    /// The guides that are compiled into the program, by name.
    static let shipped: [String: Guide] = {
        var guides: [String: Guide] = [:]
        for index in 0..<console_guide_count {
            let file = console_guide_at(index)
            let text = String(
                decoding: UnsafeBufferPointer(start: file.bytes, count: file.length), as: UTF8.self)
            let name = String(cString: file.name)
            guides[name] = Guide(name: name, text: text)
        }
        return guides
    }()

    /// The page.
    var page: String {
        let title = text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(GuideText.escaped(title)) - atsproxy</title>
            <link rel="icon" href="/page/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="/page/style/theme.css">
            <link rel="stylesheet" href="/page/style/guide.css">
            </head>
            <body>
            <nav><a href="/">Console</a> <a href="/docs/">Guides</a></nav>
            <main>
            \(GuideBlocks(text).markup)
            </main>
            </body>
            </html>

            """
    }
}
