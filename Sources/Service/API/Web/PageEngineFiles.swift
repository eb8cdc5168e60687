import CAssets

/// The layout engine for browser pages, as WebAssembly. `tools/page-engine` compiles it, and the builds after that carry it.
public enum PageEngineFiles {
  /// Whether the program was built with the engine. Without it, the server lays everything out for pages.
  public static var areCarried: Bool { tessera_engine_count() > 0 }

  static var all: [WebFile] { (0..<tessera_engine_count()).map { WebFile(tessera_engine($0)) } }
}
