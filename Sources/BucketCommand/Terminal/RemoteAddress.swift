import Glibc

/// Where a login over the network comes from, as its environment claims.
struct RemoteAddress: Equatable {
  let text: String

  /// - Parameter connection: What `ssh(1)` puts into SSH_CONNECTION: the address and port of both
  ///   ends. `nil` where it doesn't begin with an address.
  init?(connection: String) {
    // The interface of a link-local address comes after a percent sign, and is one of ours.
    let address = String(connection.prefix { $0 != " " && $0 != "%" })
    var bytes = in6_addr()
    guard
      unsafe inet_pton(AF_INET, address, &bytes) == 1
        || inet_pton(AF_INET6, address, &bytes) == 1
    else { return nil }
    text = address
  }
}
