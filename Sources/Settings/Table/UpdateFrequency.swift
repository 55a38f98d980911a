/// The frequency with which `serve` updates data files.
package enum UpdateFrequency: String, CaseIterable {
    /// Once a day.
    case daily
    /// Never.
    case off
}
