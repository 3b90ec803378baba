/// Editors that take the same precautions against leaving copies of a text about.
enum EditorFamily: Equatable {
  case vim, neovim, nano, emacs, emacsClient
  /// Trusted to leave what it leaves beside the file.
  case other

  /// - Parameter target: The path of the program once all symbolic links are followed, of which
  ///   `/etc/alternatives` has many: `vi` alone may be one of several that know other options.
  init(target: String) {
    let target = target.split(separator: "/").last ?? ""
    self =
      if target.hasPrefix("nvim"), target != "nvim-qt" {
        .neovim
      } else if ["vim", "gvim", "rvim", "vimx", "view"].contains(where: { target.hasPrefix($0) }) {
        .vim
      } else if target == "nano" || target == "rnano" || target == "nano-tiny" {
        .nano
      } else if target.hasPrefix("emacsclient") {
        .emacsClient
      } else if target.hasPrefix("emacs") {
        .emacs
      } else {
        .other
      }
  }

  /// Whether temporary files may be sent to the private folder by TMPDIR.
  ///
  /// Editors that speak to a server find it by TMPDIR.
  var keepsTemporaryFilesPrivate: Bool {
    switch self {
    case .vim, .neovim, .nano, .emacs: true
    case .emacsClient, .other: false
    }
  }

  /// Arguments that turn off swap, backup, undo and history files, and modelines.
  var precautions: [String] {
    switch self {
    case .vim, .neovim:
      // What `--cmd` says comes before the person's own settings, and `-c` after the file was read.
      // In between, and whenever their settings change something again, autocommands say it once
      // more: in a group of their own, which an `autocmd!` of theirs doesn't empty, and in one that
      // comes after theirs.
      let settings = vimSettings.map { "silent! set \($0)" }.joined(separator: " | ")
      let events =
        "BufReadPre,BufReadPost,BufNewFile,BufEnter,InsertEnter,BufWritePre,FileWritePre,VimLeavePre"
      func commands(_ option: String, group: String) -> [String] {
        ["augroup \(group)", "autocmd \(events) * \(settings)", "augroup END", settings]
          .flatMap { [option, $0] }
      }
      return ["-n", "-i", "NONE"] + commands("--cmd", group: "bucket")
        + commands("-c", group: "bucketlast")
    case .nano: return ["--ignorercfiles"]
    case .emacs: return ["--eval", "(progn \(Self.emacsSettings))"]
    case .emacsClient, .other: return []
    }
  }

  /// An expression for the server behind the editor; it may be told more than once.
  var preparation: String? {
    guard self == .emacsClient else { return nil }
    return """
      (progn (defun bucket-private-file () (when (and buffer-file-name (string-match-p \
      "/\(PrivateFolder.prefix)[^/]*/[^/]*\\\\'" buffer-file-name)) (auto-save-mode -1) \
      (setq-local backup-inhibited t) (setq-local create-lockfiles nil) \
      (setq-local undo-tree-auto-save-history nil))) \
      (add-hook 'find-file-hook 'bucket-private-file t))
      """
  }

  private var vimSettings: [String] {
    // The swap file goes last: turning it off for a buffer needs the buffer.
    let history =
      self == .neovim ? ["shada=", "shadafile=NONE"] : ["viminfo=", "viminfofile=NONE"]
    return history + [
      "nobackup", "nowritebackup", "patchmode=", "noundofile", "nomodeline", "updatecount=0",
      "noswapfile",
    ]
  }

  private static let emacsSettings = """
    (setq make-backup-files nil backup-inhibited t auto-save-default nil \
    auto-save-list-file-prefix nil create-lockfiles nil undo-tree-auto-save-history nil) \
    (when (fboundp 'savehist-mode) (savehist-mode -1)) \
    (when (fboundp 'desktop-save-mode) (desktop-save-mode -1))
    """
}
