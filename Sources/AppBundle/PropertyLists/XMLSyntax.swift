import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The position of syntax errors in XML, which Foundation's property list parser does not report exactly.
enum XMLSyntax {
    /// The position of the first syntax error; nil if the XML is well-formed or is not UTF-8.
    static func firstError(in data: Data) -> PolicyFileError.Position? {
        // On Linux, Foundation's parser traps at names that are not UTF-8, and takes zero bytes for UTF-16.
        guard String(validating: data, as: UTF8.self) != nil, !data.contains(0) else { return nil }
        let parser = XMLParser(data: data)
        let listener = Listener()
        parser.delegate = listener
        // The result is ignored, because on Linux it is true after some errors. The delegate receives every error.
        _ = parser.parse()
        return listener.position
    }

    private final class Listener: NSObject, XMLParserDelegate {
        private(set) var position: PolicyFileError.Position?

        func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
            guard position == nil else { return }
            position = PolicyFileError.Position(line: parser.lineNumber, column: parser.columnNumber)
        }
    }
}
