/// The frequency with which `serve` updates data files.
package enum UpdateFrequency: String, CaseIterable {
    case daily, off
}
