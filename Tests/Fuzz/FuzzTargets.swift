/// The one list of what `make fuzz` covers.
enum FuzzTargets {
  static let all: [any FuzzTarget.Type] = [
    AlteredFramesTarget.self,
    AttemptsTarget.self,
    BatchesTarget.self,
    CommandLineTarget.self,
    DisplayTextTarget.self,
    DraftTarget.self,
    EditorChoiceTarget.self,
    FramesTarget.self,
    HeaderJSONTarget.self,
    HeaderTarget.self,
    KeySlotTarget.self,
    LinkTarget.self,
    MergeTarget.self,
    PlacesTarget.self,
    PositionTarget.self,
    RebasedDraftTarget.self,
    RecoveryKeyTarget.self,
    SalvageTarget.self,
    SealedDraftTarget.self,
    SearchTarget.self,
    ServiceStackTarget.self,
    ShellWordsTarget.self,
    StateTarget.self,
    ValuesTarget.self,
  ]
}
