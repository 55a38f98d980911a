import PostgreSQL
import Testing

/// Tests of the names of servers.
@Suite struct PostgreSQLTargetTests {
    @Test(arguments: [
        "postgresql://lab@db.example/atsproxy?sslmode=verify-full", "postgres:///lab", "host=/run/db dbname=lab",
        "service=lab", "lab", "postgresql://", "application_name=http://a host=b", "passfile=/etc/pass host=db",
    ])
    func namesWithoutPasswordAreTaken(text: String) throws {
        #expect(try PostgreSQLTarget(text).text == text)
    }

    @Test(arguments: [
        "postgresql://lab:secret@db.example/atsproxy", "postgresql://db/lab?password=secret", "host=db password=secret",
        "postgresql://lab:%73@db", "host=db sslpassword=x", "host=db password=''", "password = x host=db",
        " postgresql://lab:secret@db/lab", "postgresql:lab:secret@db/lab", "lab:secret@db",
    ])
    func namesWithPasswordAreNot(text: String) {
        #expect(throws: PostgreSQLError.targetHasPassword) { try PostgreSQLTarget(text) }
    }

    @Test(arguments: [
        "postgresql://lab:secret@[::1", "nonsense=1", "host='a", "postgresql://db/lab?color=1", "= blue",
        "http://lab:secret@db/lab", "PostgreSQL://lab:secret@db/lab", "mysql://db/lab?a=1", "password=a secret",
        "postgresql://lab:a secret@db/lab?%zz=secret", "postgresql://lab:secret/x@db/lab", "postgresql://lab:secret",
        "dbname=postgresql://lab:secret@db/lab", "host=db dbname='host=x password=secret'",
        "postgresql:///?dbname=postgresql%3A//lab:secret@db/lab",
    ])
    func otherTextsAreRefusedWithoutBeingRepeated(text: String) {
        let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLTarget(text) }
        guard case .malformedTarget(let reason) = error else {
            Issue.record("\(text) is \(String(describing: error))")
            return
        }
        // Each password among the arguments contains this word, and nothing else does.
        #expect(!reason.contains(text) && !reason.contains("secret") && !reason.isEmpty)
    }
}
