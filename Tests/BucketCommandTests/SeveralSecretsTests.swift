import TestSupport
import Testing

/// Services that ask for more than the login password.
@Suite(.enabled(if: BucketHome.hasMatrix, "\(BucketHome.needsMatrix)"))
struct SeveralSecretsTests {
  private static let hasCodes =
    (try? ProgramRun.of(["dpkg", "-s", "libpam-google-authenticator"]))?.end == .exited(0)
  /// Codes that are good for one use each.
  private static let codes = ["11111111", "22222222", "33333333", "44444444"]

  private func home() throws -> BucketHome {
    let home = try BucketHome()
    let codes = home.write(
      "codes",
      "JBSWY3DPEHPK3PXPJBSWY3DPEH\n\" TOTP_AUTH\n"
        + Self.codes.map { $0 + "\n" }.joined(), permissions: 0o400)
    home.serve(
      "auth required \(home.matrix)\n"
        + "auth required pam_google_authenticator.so secret=\(codes) user=\(home.userName)\n"
        + "account required pam_permit.so\n")
    return home
  }

  @Test(.enabled(if: hasCodes, "libpam-google-authenticator is not installed"))
  func `the vault is sealed with the password, never with a code of one use`() throws {
    let home = try home()
    let made = try home.run(
      "init", "--unlock-time", "0s",
      answers: [BucketHome.password, Self.codes[0], BucketHome.password])
    #expect(made.end == .exited(0), "\(made.errorText)")
    let opened = try home.run("unlock", answers: [BucketHome.password, Self.codes[1]])
    #expect(opened.end == .exited(0), "\(opened.errorText)")
  }

  @Test(.enabled(if: hasCodes, "libpam-google-authenticator is not installed"))
  func `an answer that was none of those PAM asked for makes no vault`() throws {
    let home = try home()
    let run = try home.run(
      "init", "--unlock-time", "0s", answers: [BucketHome.password, Self.codes[0], "another"])
    #expect(run.end == .exited(4))
    #expect(run.errorText.contains("that is not \(home.userName)'s login password"))
    #expect(try home.run("status").errorText.contains("there is no vault"))
  }
}
