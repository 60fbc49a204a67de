/// How far a manager's source has come.
package enum SourceProgress: Sendable {
    /// No service is started.
    case idle
    /// The source delivers, or is expected to.
    case running
    /// The source has ended, and every handler has seen what was due.
    case finished
    /// The source broke off.
    case failed(any Error)
}
