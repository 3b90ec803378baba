import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import BucketVault

/// Writers and readers at once, each with descriptors of its own, as processes have them.
@Suite struct ConcurrencyTests {
  private let vault: VaultSample

  init() throws { vault = try VaultSample() }

  /// Runs writers on threads of their own, and readers until the last writer is done.
  private func run(
    writers: Int, readers: Int, write: @Sendable (Int) throws -> Void,
    read: @Sendable () throws -> Void
  ) {
    let writing = Mutex(writers)
    ThreadTeam.run(writers + readers) { number in
      do {
        if number < writers {
          defer { writing.withLock { $0 -= 1 } }
          try write(number)
        } else {
          repeat { try read() } while writing.withLock { $0 > 0 }
        }
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func `nothing is lost when four writers add fifty records each`() throws {
    let notices = Notices()
    run(writers: 4, readers: 1) { writer in
      for number in 0..<50 {
        try vault.put(all: [Note("\(writer) \(number)", "\(writer)")], notices: notices)
      }
    } read: {
      _ = try vault.texts(notices: notices)
    }
    let records = try vault.open().read().records
    #expect(Set(records.map(\.id)).count == 200)
    for writer in 0..<4 {
      let own = records.filter { $0.text == "\(writer)" }.map(\.id)
      #expect(own == (0..<50).map { "\(writer) \($0)" })
    }
    // Waiting for each other is nothing to speak of, and nothing was torn.
    #expect(notices.all.filter { if case .waiting = $0 { false } else { true } }.isEmpty)
    #expect(try vault.state.lastSeen()?.sequence == 200)
  }

  @Test func `readers see large batches whole or not at all`() throws {
    let notices = Notices()
    let size = 3_000
    run(writers: 1, readers: 2) { _ in
      for batch in 0..<6 {
        try vault.put(all: (0..<size).map { Note("\(batch) \($0)", "text") }, notices: notices)
      }
    } read: {
      let count = try vault.open(notices: notices).read().records.count
      #expect(count.isMultiple(of: size))
    }
    #expect(try vault.open().read().records.count == 6 * size)
    #expect(notices.all == [])
  }

  @Test func `a write that ends while somebody reads is no interrupted one`() throws {
    // Long enough that reading it is not over when the write is; if it is, nothing can go wrong.
    try vault.put(all: (0..<15_000).map { Note("\($0)", "text") })
    let before = try vault.bytes.count
    try vault.put("last")
    let whole = try vault.bytes
    try vault.forgetState()
    try vault.write(Array(whole.dropLast(500)))
    let writer = try Descriptor.open(vault.path, O_RDWR)
    let locked = try writer.tryLock(exclusively: true)
    #expect(locked)
    let notices = Notices()
    ThreadTeam.run(2) { number in
      do {
        if number == 0 {
          let count = try vault.texts(notices: notices).count
          #expect(count == 15_000 || count == 15_001)
        } else {
          usleep(20_000)
          try writer.write(whole[(whole.count - 500)...], at: whole.count - 500)
          writer.unlock()
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(notices.all.isEmpty)
    #expect(try vault.bytes == whole && whole.count == before + 1068)
    #expect(try vault.texts().count == 15_001)
  }

  @Test func `slots can be replaced while others write and read`() throws {
    let notices = Notices()
    run(writers: 3, readers: 1) { writer in
      for number in 0..<12 {
        if writer == 0 {
          try vault.open().replaceSlots { slots throws(SlotSet.Refusal) in
            try slots.rewrap(slots.slots[0], under: .counting)
          }
        } else {
          try vault.put(all: [Note("\(writer) \(number)")], notices: notices)
        }
      }
    } read: {
      _ = try vault.texts(notices: notices)
    }
    #expect(try vault.header.revision == 13)
    #expect(Set(try vault.open().read().records.map(\.id)).count == 24)
    #expect(notices.all.filter { if case .waiting = $0 { false } else { true } }.isEmpty)
    #expect(vault.folder.names == ["places.vault", "state"])
  }

  @Test func `one of several makers of a vault makes it`() throws {
    let path = vault.folder.path(of: "new.vault")
    let made = Mutex(0)
    ThreadTeam.run(6) { _ in
      do throws(VaultError) {
        var new = NewVault()
        do throws(SlotSet.Refusal) {
          _ = try new.slots.addRecoveryKey(label: "paper")
        } catch {
          Issue.record(error)
        }
        _ = try new.write(to: path)
        made.withLock { $0 += 1 }
      } catch {
        #expect(error == .exists)
      }
    }
    #expect(made.withLock(\.self) == 1)
    _ = try VaultFile.open(path)
  }
}
