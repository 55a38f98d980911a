/// A QR code as an SVG element that stands in a page of HTML, with the quiet zone, black on white.
public struct QRCodeGraphic: Hashable, Sendable {
    /// The element.
    public let markup: String

    /// Draws a code.
    ///
    /// - Parameter title: What the picture is, as markup, for readers who do not see it.
    public init(_ code: QRCode, title: String) {
        let side = code.size + 2 * QRCode.quietZone
        var path = ""
        for row in 0..<code.size {
            var column = 0
            while column < code.size {
                let length = (column..<code.size).prefix { code.isDark($0, row) }.count
                if length > 0 {
                    path += "M\(column + QRCode.quietZone) \(row + QRCode.quietZone)h\(length)v1h-\(length)z"
                }
                column += max(1, length)
            }
        }
        markup = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" width="\(6 * side)" height="\(6 * side)" \
            role="img" shape-rendering="crispEdges"><title>\(title)</title>\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
            """
    }
}
