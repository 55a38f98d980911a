extension Document {
    /// The result in a word and a sentence.
    public struct Headline: Hashable, Sendable {
        /// The result in a word or a few, such as `Fails`.
        public var state: String
        /// The result in one sentence.
        public var sentence: String
        /// The significance of the result.
        public var tone: Tone

        /// Creates a headline.
        public init(_ state: String, sentence: String, tone: Tone) {
            (self.state, self.sentence, self.tone) = (state, sentence, tone)
        }
    }

    /// A number with the name of the counted things.
    public struct Figure: Hashable, Sendable {
        /// The number, such as `15` or `15 of 200`.
        public var value: String
        /// The noun for the number, such as `violations`.
        public var label: String
        /// The significance of the number.
        var tone: Tone

        /// Creates a figure.
        public init(_ value: String, label: String, tone: Tone = .plain) {
            (self.value, self.label, self.tone) = (value, label, tone)
        }
    }

    /// Something to do.
    public struct Step: Hashable, Sendable {
        /// The host or program that the step changes, such as `example.com`.
        public var owner: String
        /// The step in one sentence.
        public var sentence: String
        /// The lines below the sentence: the hosts or files that are concerned.
        var details: [String]
        /// The significance of the fault that the step mends.
        var tone: Tone

        /// Creates a step.
        public init(_ owner: String, sentence: String, details: [String], tone: Tone) {
            (self.owner, self.sentence, self.details, self.tone) = (owner, sentence, details, tone)
        }
    }

    /// A name with its value.
    public struct Term: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String
        /// The address that the value leads to where the format has links.
        public var link: String?

        /// Creates a term.
        public init(_ name: String, value: String, link: String? = nil) {
            (self.name, self.value, self.link) = (name, value, link)
        }
    }

    /// A part of a document that is shown on request where the format can do that, below a line that is always shown.
    public struct Fold: Hashable, Sendable {
        /// The subject of the part.
        var title: String
        /// Further text of the line about the subject.
        var subtitle: String
        /// The significance of the part in a word, such as `violation`; empty for none.
        public var tag: String
        /// The significance of the part.
        var tone: Tone
        /// The extent of the part, such as `12 loads`.
        var extent: String
        /// The blocks of the part.
        var blocks: [Block]

        /// Creates a fold.
        public init(
            _ title: String, subtitle: String = "", tag: String = "", tone: Tone = .plain, extent: String = "",
            blocks: [Block]
        ) {
            (self.title, self.subtitle, self.tag) = (title, subtitle, tag)
            (self.tone, self.extent, self.blocks) = (tone, extent, blocks)
        }
    }
}
