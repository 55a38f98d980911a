/// A result for people, before it is known where they read it: headings, sentences, tables, code.
///
/// All text in it is plain. Whoever renders it escapes it for the place where it goes, so that nothing that came off
/// the network is ever taken for markup or obeyed by a terminal.
public struct Document: Hashable, Sendable {
    /// What it is about.
    public var title: String
    /// Its parts, in order.
    public var blocks: [Block]

    /// A document of those parts.
    public init(title: String, blocks: [Block] = []) {
        self.title = title
        self.blocks = blocks
    }

    /// One part of a document.
    public enum Block: Hashable, Sendable {
        /// A heading of a section.
        case heading(String)
        /// One or several sentences.
        case paragraph(String, Tone = .plain)
        /// Sentences of equal rank.
        case list([String])
        /// A table.
        case table(Table)
        /// Text that is to be copied, in that language.
        case code(String, language: String)
    }

    /// How something is to be taken. Words say the same, so that nothing rests on a colour.
    public enum Tone: String, Hashable, Sendable {
        case plain, good, bad, caution, muted
    }

    /// A table with a row of headings.
    public struct Table: Hashable, Sendable {
        /// The headings.
        public var columns: [String]
        /// The rows, each with as many cells as there are columns.
        public var rows: [[Cell]]

        /// A table of those rows.
        public init(_ columns: [String], _ rows: [[Cell]]) {
            self.columns = columns
            self.rows = rows
        }
    }

    /// One cell of a table.
    public struct Cell: Hashable, Sendable, ExpressibleByStringInterpolation {
        /// What it says.
        public var text: String
        /// How that is to be taken.
        public var tone: Tone
        /// What to sort by in place of the text.
        public var order: Int64?

        /// A cell that says that.
        public init(_ text: String, _ tone: Tone = .plain, order: Int64? = nil) {
            self.text = text
            self.tone = tone
            self.order = order
        }

        /// A cell that says just that.
        public init(stringLiteral text: String) {
            self.init(text)
        }

        /// A cell with a number.
        public static func number(_ number: Int) -> Cell { Cell(String(number), order: Int64(number)) }
    }
}
