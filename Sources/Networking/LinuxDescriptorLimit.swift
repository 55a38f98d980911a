#if os(Linux) && !PORTABLE
extension DescriptorLimit {
    /// The highest limit worth requesting: the usual maximum of the kernel (`fs.nr_open`).
    public static var highest: Int { 1 << 20 }
}
#endif
