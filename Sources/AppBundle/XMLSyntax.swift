import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Where XML breaks, which Foundation's property list parser does not say exactly.
enum XMLSyntax {
    /// The first place where the text is not well-formed; nil where it is, as XML, and where it is no UTF-8.
    static func firstError(in data: Data) -> PolicyFileError.Position? {
        // Foundation's parser on Linux traps at a name that is no UTF-8, and takes zero bytes for signs of UTF-16.
        guard String(validating: data, as: UTF8.self) != nil, !data.contains(0) else { return nil }
        let parser = XMLParser(data: data)
        let listener = Listener()
        parser.delegate = listener
        // On Linux the result is true after some errors; what the delegate heard counts.
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
