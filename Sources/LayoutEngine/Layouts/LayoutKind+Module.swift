#if hasFeature(Embedded)
  // Which kinds a module for pages has is settled when it is linked, by the C file that is linked with it: what that file
  // does not call is left out.

  extension LayoutKind {
    /// The kinds of this module.
    static var ofModule: [LayoutKind] {
      var kinds = common
      withUnsafeMutablePointer(to: &kinds) { addKindsOfModule(UnsafeMutableRawPointer($0)) }
      return kinds
    }

    /// The names of the kinds in `rarer`, which may not be part of the module.
    static var rarerNames: [String] {
      ["magazine", "stack", "circle", "spiral", "coverFlow", "carousel", "compositional", "custom"]
    }

    /// Whether something named a kind that this module does not have, and another one does.
    package nonisolated(unsafe) static var isMissing = false
  }

  @_extern(c, "page_add_kinds")
  private func addKindsOfModule(_ kinds: UnsafeMutableRawPointer)

  /// Adds the rarer kinds to an array of kinds.
  @_cdecl("page_add_rarer_kinds")
  public func addRarerKinds(_ kinds: UnsafeMutableRawPointer) {
    kinds.assumingMemoryBound(to: [LayoutKind].self).pointee += LayoutKind.rarer
  }
#endif
