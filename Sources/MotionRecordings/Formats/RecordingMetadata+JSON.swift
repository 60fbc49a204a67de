#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The contents of `metadata.json`.
private struct MetadataFile: Codable {
    var format: String?
    var unixTimeOfZero: Double?
    var device: String?
    var timestampsAreSinceBoot: Bool?
    var sourceFormat: String?
    var sourceSign: String?

    enum CodingKeys: String, CodingKey {
        case format
        case unixTimeOfZero = "unix_time_of_zero"
        case device
        case timestampsAreSinceBoot = "timestamps_are_since_boot"
        case sourceFormat = "source_format"
        case sourceSign = "source_sign"
    }
}

extension RecordingMetadata {
    /// Reads the bytes of a `metadata.json`; what it does not hold stays unknown.
    init(json: [UInt8], file: String) throws(RecordingError) {
        self.init()
        let contents: MetadataFile
        do {
            contents = try JSONDecoder().decode(MetadataFile.self, from: Data(json))
        } catch {
            throw RecordingError(
                file: file, found: "this is not JSON as OpenCoreMotion writes it",
                expected: "an object like {\"device\": \"…\"}")
        }
        unixTimeOfZero = contents.unixTimeOfZero
        device = contents.device
        timestampsAreSinceBoot = contents.timestampsAreSinceBoot ?? false
        sourceFormat = contents.sourceFormat
        sourceSign = contents.sourceSign.flatMap(AccelerationSign.init(rawValue:))
    }

    /// The format that the bytes of a `metadata.json` name; nil if they name none.
    static func formatName(json: [UInt8]) -> String? {
        try? JSONDecoder().decode(MetadataFile.self, from: Data(json)).format
    }

    /// The bytes of a `metadata.json` that says all that is known.
    func json() throws(OutputError) -> [UInt8] {
        let contents = MetadataFile(
            format: OwnFormat.name, unixTimeOfZero: unixTimeOfZero, device: device,
            timestampsAreSinceBoot: timestampsAreSinceBoot, sourceFormat: sourceFormat, sourceSign: sourceSign?.rawValue
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(contents)) + [10]
        } catch {
            throw OutputError(OwnFormat.metadataFile, "the metadata cannot be written as JSON")
        }
    }
}
