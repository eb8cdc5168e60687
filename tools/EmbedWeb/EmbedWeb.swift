import Foundation
import PackagePlugin

/// Lets the build run `tools/embed-web` when a file of web was added, edited or removed, or a script that it takes.
@main
struct EmbedWeb: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let web = root.appending(path: "web")
    let tools = ["embed-web", "bundle-client", "client-bundle.mjs"].map {
      root.appending(path: "tools/\($0)")
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "WebAsset+All.swift")
    let command = Command.buildCommand(
      displayName: "Embedding web",
      executable: URL(filePath: "/bin/bash"),
      arguments: [tools[0], web, output].map { $0.path(percentEncoded: false) },
      inputFiles: try tools + inputs(in: web) + tree("pages", in: root.appending(path: "examples")),
      outputFiles: [output])
    return [command]
  }

  /// Returns the files that the script embeds, and their folders: a folder changes with the names in it.
  private func inputs(in web: URL) throws -> [URL] {
    let files = FileManager.default
    let types = try files.contentsOfDirectory(atPath: web.path(percentEncoded: false))
      .filter { $0.hasSuffix(".d.ts") }
    return try types.sorted().map { web.appending(path: $0) } + tree("client", in: web)
      + tree("playground", in: web)
  }

  /// Returns a folder and everything in it.
  private func tree(_ name: String, in parent: URL) throws -> [URL] {
    let folder = parent.appending(path: name)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
    return [folder] + paths.sorted().map { folder.appending(path: $0) }
  }
}
