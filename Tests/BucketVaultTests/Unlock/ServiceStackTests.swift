import FoundationEssentials
import TestSupport
import Testing

@testable import BucketVault

@Suite struct ServiceStackTests {
  private let folder = ScratchFolder()

  private func write(_ services: [String: String]) throws {
    for (name, text) in services {
      try Data(text.utf8).write(to: URL(filePath: folder.path(of: name)))
    }
  }

  private func stack(_ services: [String: String]) throws -> ServiceStack {
    try write(services)
    return ServiceStack(service: "bucket", configuration: folder.path)
  }

  private func lines(_ stack: ServiceStack) -> [String] {
    stack.modules.map { ([$0.type, $0.path] + $0.arguments).joined(separator: " ") }
  }

  static let spellings = [
    ("auth required pam_unix.so", "auth pam_unix.so"),
    (
      "auth\trequired\t\tpam_unix.so  try_first_pass   nullok",
      "auth pam_unix.so try_first_pass nullok"
    ),
    ("  auth required pam_unix.so  ", "auth pam_unix.so"),
    ("-auth optional pam_systemd.so", "auth pam_systemd.so"),
    ("auth [success=1 default=ignore] pam_unix.so nullok", "auth pam_unix.so nullok"),
    ("auth [default=die] pam_deny.so", "auth pam_deny.so"),
    (
      "auth [success=ok new_authtok_reqd=ok ignore=ignore default=bad] pam_unix.so x",
      "auth pam_unix.so x"
    ),
    ("auth required pam_unix.so # a comment", "auth pam_unix.so"),
    ("auth required /lib/pam_unix.so", "auth /lib/pam_unix.so"),
    ("# auth required pam_unix.so", nil), ("", nil), ("auth required", nil), ("auth", nil),
    ("auth [success=1 pam_unix.so", nil), ("@include", nil),
    ("auth required \\\n  pam_unix.so \\\n nullok", "auth pam_unix.so nullok"),
  ]

  @Test(arguments: spellings)
  func `a line names a module or none`(line: String, module: String?) throws {
    let stack = try stack(["bucket": line + "\n"])
    #expect(lines(stack) == [module].compactMap(\.self))
    #expect(stack.exists)
    #expect(stack.path == folder.path(of: "bucket"))
  }

  @Test(arguments: [
    "auth include common", "auth substack common", "-auth include common",
  ])
  func `what is included is read in its place`(line: String) throws {
    let stack = try stack([
      "bucket": "auth required pam_env.so\n\(line)\nauth required pam_deny.so\n",
      "common": "auth required pam_unix.so\n",
    ])
    #expect(lines(stack) == ["auth pam_env.so", "auth pam_unix.so", "auth pam_deny.so"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `services that include each other, or what isn't there, are read once each`() throws {
    let inclusions = "auth include other-one\nauth substack ./bucket\n@include nowhere\n"
    let stack = try stack([
      "bucket": inclusions + "auth required pam_deny.so\n" + inclusions,
      "other-one": "auth include bucket\nauth required pam_permit.so\n",
    ])
    #expect(lines(stack) == ["auth pam_permit.so", "auth pam_deny.so"])
  }

  @Test(.enabled(if: File.exists("/etc/pam.d/common-auth"), "only Debian has such a file"))
  func `Debian's way to include reads the system's folder, as PAM does`() throws {
    let stack = try stack([
      "bucket": "@include common-auth\n", "common-auth": "auth required pam_deny.so never\n",
    ])
    #expect(stack.modules.contains { $0.path == "pam_unix.so" })
    #expect(!lines(stack).contains("auth pam_deny.so never"))
  }

  @Test func `without a service of the name, PAM takes the one called other`() throws {
    let stack = try stack(["other": "auth required pam_deny.so\n"])
    #expect(!stack.exists)
    #expect(stack.path == folder.path(of: "bucket"))
    #expect(lines(stack) == ["auth pam_deny.so"])
  }

  @Test func `modules that aren't installed are named`() throws {
    let stack = try stack([
      "bucket": """
      auth required pam_permit.so
      auth required pam_no_such_module.so
      auth required /no/such/pam_module.so
      account required pam_deny.so

      """
    ])
    #expect(stack.missingModules == ["pam_no_such_module.so", "/no/such/pam_module.so"])
    #expect(stack.modules(named: "pam_deny.so").map(\.type) == ["account"])
  }
}
