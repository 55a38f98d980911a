/// How often `serve` updates data files.
enum UpdateFrequency: String, CaseIterable {
    case daily, off
}
