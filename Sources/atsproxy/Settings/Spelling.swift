/// What a misspelt word may have been meant to be.
enum Spelling {
    /// The name that differs from the word by the fewest letters, where they are few enough to be a slip.
    static func nearest(to word: String, among names: [String]) -> String? {
        // A word longer than all names by more than a slip is none of them.
        guard word.count <= 64 else { return nil }
        let ranked = names.map { (name: $0, distance: distance(word.lowercased(), $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.name.count / 4) ? best.name : nil
    }

    /// How many letters must be added, dropped or replaced to make one word of the other (Levenshtein).
    private static func distance(_ word: String, _ other: String) -> Int {
        let letters = Array(other)
        var row = Array(0...letters.count)
        for (line, letter) in word.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in letters.indices {
                let replaced = diagonal + (letter == letters[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, min(row[column], diagonal) + 1)
            }
        }
        return row[letters.count]
    }
}
