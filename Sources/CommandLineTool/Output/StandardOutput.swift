import MotionRecordings

/// Writes text and a line feed to standard output.
///
/// Throws if it cannot be written, as where a disk is full.
func printOut(_ text: String) throws(OutputError) {
    let writer = try RowWriter(creating: "-")
    writer.write(text)
    try writer.endRow()
    try writer.flush()
}
