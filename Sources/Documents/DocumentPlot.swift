extension Document {
    /// A small plot of whole numbers. Each format escapes its text.
    public struct Plot: Hashable, Sendable {
        /// The subject of the plot.
        var title: String
        /// The form of the plot.
        var shape: Shape
        /// The points, in order.
        var points: [Point]
        /// The labels of the first and the last point, below the axis of a plot with columns.
        public var ends: [String]

        /// Creates a plot.
        public init(_ title: String, shape: Shape, points: [Point], ends: [String] = []) {
            (self.title, self.shape, self.points, self.ends) = (title, shape, points, ends)
        }

        /// The form of a plot.
        public enum Shape: Hashable, Sendable {
            /// A row for each point, with its name.
            case bars
            /// A column for each point, such as an interval of time.
            case columns
        }

        /// One point.
        public struct Point: Hashable, Sendable {
            /// The name of the point.
            public var name: String
            /// The parts of its value, in order from the axis.
            public var parts: [Part]

            /// Creates a point.
            public init(_ name: String, parts: [Part]) {
                (self.name, self.parts) = (name, parts)
            }

            /// Creates a point of one part.
            public init(_ name: String, value: Int, tone: Tone = .plain) {
                self.init(name, parts: [Part(value, tone: tone)])
            }

            /// The sum of the parts.
            public var value: Int { parts.reduce(0) { $0 + $1.value } }
        }

        /// A part of a point's value.
        public struct Part: Hashable, Sendable {
            /// The number, 0 or more.
            public var value: Int
            /// The significance of the part.
            var tone: Tone

            /// Creates a part.
            public init(_ value: Int, tone: Tone) {
                (self.value, self.tone) = (value, tone)
            }
        }

        /// The largest value of a point, at least 1.
        var largest: Int { max(1, points.map(\.value).max() ?? 0) }
    }
}
