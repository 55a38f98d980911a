/// A result for readers, independent of the output format: headings, sentences, figures, plots, tables and code.
/// Commands build documents, and a renderer turns a document into text for a terminal, Markdown or HTML.
///
/// All text is plain. Each renderer escapes it for its format: text from the network must never be interpreted as
/// markup or by a terminal.
public struct Document: Hashable, Sendable {
    /// The title.
    var title: String
    /// The parts, in order.
    public var blocks: [Block]

    /// Creates a document with the given parts.
    public init(title: String, blocks: [Block] = []) {
        self.title = title
        self.blocks = blocks
    }

    /// One part of a document.
    public enum Block: Hashable, Sendable {
        /// A section heading.
        case heading(String)
        /// The heading of a part of a section.
        case subheading(String)
        /// The result. A document has one headline, at its beginning.
        case headline(Headline)
        /// Key figures.
        case figures([Figure])
        /// The steps to take, most important first.
        case steps([Step])
        /// Plots, side by side where there is room.
        case plots([Plot])
        /// Names with their values.
        case terms([Term])
        /// A part whose blocks are shown on request where the format can do that.
        case fold(Fold)
        /// The end of the summary. The details follow; a printed document begins a new page here.
        case endOfSummary
        /// One or several sentences.
        case paragraph(String, tone: Tone = .plain)
        /// A list of sentences.
        case list([String])
        /// A table.
        case table(Table)
        /// Text to copy, in the given language.
        case code(String, language: String)
    }

    /// The significance of a text, which may be shown as a colour. A colour adds nothing to the words.
    public enum Tone: String, Hashable, Sendable {
        /// No special significance.
        case plain
        /// A result that needs no action.
        case good
        /// A violation, or a result that fails.
        case bad
        /// Something to look at.
        case caution
        /// A text of less importance.
        case muted

        /// The parameter of the colour on a terminal (ECMA-48 §8.3.117); nil for text in the usual colour.
        package var colour: Int? {
            switch self {
            case .plain: nil
            case .good: 32
            case .bad: 31
            case .caution: 33
            case .muted: 2
            }
        }
    }

    /// A table with a row of headings.
    public struct Table: Hashable, Sendable {
        /// The headings of the columns.
        var columns: [String]
        /// The rows, each with as many cells as there are columns.
        public var rows: [[Cell]]

        /// Creates a table.
        public init(_ columns: [String], rows: [[Cell]]) {
            self.columns = columns
            self.rows = rows
        }

        /// Whether all cells of a column have a value to sort by. Renderers align these to the right.
        func hasNumbers(inColumn column: Int) -> Bool {
            !rows.isEmpty && rows.allSatisfy { column < $0.count && $0[column].order != nil }
        }
    }

    /// One cell of a table.
    public struct Cell: Hashable, Sendable, ExpressibleByStringInterpolation {
        /// The text of the cell.
        public var text: String
        /// The significance of the text.
        var tone: Tone
        /// The value to sort by instead of the text; nil for the text.
        public var order: Int64?

        /// Creates a cell.
        public init(_ text: String, tone: Tone = .plain, order: Int64? = nil) {
            self.text = text
            self.tone = tone
            self.order = order
        }

        /// Creates a cell without a special tone.
        public init(stringLiteral text: String) {
            self.init(text)
        }

        /// Creates a cell with a number, which is also its sorting value.
        public static func number(_ number: Int) -> Cell { Cell(String(number), order: Int64(number)) }
    }
}
