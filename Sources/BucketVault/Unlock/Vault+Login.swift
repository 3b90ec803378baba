extension Vault {
  /// Has the login slot follow the login password: the one from before opens this file no more.
  ///
  /// - Parameter answer: The password that PAM accepted.
  public func wrapLogin(under answer: Login.Answer) throws(VaultError) {
    try replaceSlots { slots throws(SlotSet.Refusal) in
      guard let slot = slots.slots.first(where: { $0.kind == .login }) else { return }
      try slots.rewrap(slot, under: answer.secret)
    }
  }
}
