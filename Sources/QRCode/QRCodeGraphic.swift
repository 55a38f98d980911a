/// A QR code as a picture in SVG, with the quiet zone.
public struct QRCodeGraphic: Hashable, Sendable {
    /// The width and the height of the picture in modules.
    public let side: Int
    /// The commands of the path (SVG 2 §9.3) that covers the dark modules.
    public let path: String

    /// Draws a code.
    public init(_ code: QRCode) {
        side = code.size + 2 * QRCode.quietZone
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
        self.path = path
    }

    /// The picture as an element that stands in a page of HTML, black on white.
    ///
    /// - Parameter title: What the picture is, as markup, for readers who do not see it.
    public func markup(title: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" width="\(6 * side)" height="\(6 * side)" \
        role="img" shape-rendering="crispEdges"><title>\(title)</title>\
        <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
        """
    }
}
