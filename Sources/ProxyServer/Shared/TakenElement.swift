extension Array {
    /// Moves an element out of the array, and leaves another one in its place. Commands are moved because copying one
    /// is expensive.
    mutating func take(at index: Int, leaving rest: consuming Element) -> Element {
        swap(&rest, &self[index])
        return rest
    }
}
