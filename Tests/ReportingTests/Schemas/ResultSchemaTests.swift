import TestSupport
import Testing

@testable import Reporting

@Suite("The JSON Schemas of results")
struct ResultSchemaTests {
  @Test("Each is what comes of the type that is encoded", arguments: ResultSchema.all)
  func generated(schema: ResultSchema) throws {
    #expect(try GeneratedFile(schema.path).difference(from: schema.text().text) == nil)
  }

  /// Leaves out notes such as bounds, since samples have only zeros and a single text.
  @Test(
    "One with everything in it and one with nothing are encoded as it says",
    arguments: ResultSchema.all, [false, true])
  func samples(schema: ResultSchema, isEmpty: Bool) throws {
    let bare = try JSONSchema(text: schema.text(notes: []).text)
    #expect(try bare.complaints(schema.sample(isEmpty)) == [])
  }

  @Test("Each note is of a type and a member that some result has")
  func notes() throws {
    let met = try ResultSchema.all.reduce(into: Set<String>()) { $0.formUnion(try $1.text().met) }
    for type in SchemaNotes.all {
      let name = SchemaWriter.name(of: type.type)
      if type.description != nil { #expect(met.contains(name), "\(name)") }
      for member in type.members.keys.sorted() {
        #expect(met.contains("\(name).\(member)"), "\(name).\(member)")
      }
    }
  }
}
