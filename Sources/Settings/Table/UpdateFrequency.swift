/// How often `serve` updates data files.
package enum UpdateFrequency: String, CaseIterable {
    case daily, off
}
