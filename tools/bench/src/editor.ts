/** One open document in a project, and what an editor asks TypeScript about it. */
import { join } from 'node:path'
import ts from 'typescript'

export interface Editor {
  /** Replaces the document's text; each time something is different, as after a key. */
  type(text: string): void
  /** The names offered at a position. */
  complete(position: number): string[]
  /** The document's errors. */
  check(): string[]
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}

/** What is read from disk does not change while it is measured; all editors share it, as the projects of one window do. */
const registry = ts.createDocumentRegistry()
let editors = 0
const snapshots = new Map<string, ts.IScriptSnapshot>()

export function createEditor(folder: string): Editor {
  // The registry goes by name, so each has its own.
  const document = join(folder, `open-${editors++}.ts`)
  let version = 0
  let snapshot = ts.ScriptSnapshot.fromString('')
  const service = ts.createLanguageService(
    {
      getCompilationSettings: () => compilerOptions,
      getCurrentDirectory: () => folder,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [document],
      getScriptVersion: (file) => (file === document ? String(version) : '1'),
      getScriptSnapshot: (file) => (file === document ? snapshot : readSnapshot(file)),
      fileExists: (file) => file === document || ts.sys.fileExists(file),
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      realpath: ts.sys.realpath ?? ((path) => path),
    },
    registry,
  )
  return {
    type(text) {
      version++
      snapshot = ts.ScriptSnapshot.fromString(`${text}\n// ${version}\nexport {}\n`)
    },
    complete: (position) => service.getCompletionsAtPosition(document, position, {})?.entries.map(({ name }) => name) ?? [],
    check: () =>
      [...service.getSyntacticDiagnostics(document), ...service.getSemanticDiagnostics(document)].map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, '\n'),
      ),
  }
}

function readSnapshot(file: string): ts.IScriptSnapshot | undefined {
  let snapshot = snapshots.get(file)
  if (!snapshot) {
    const text = ts.sys.readFile(file)
    if (text === undefined) return undefined
    snapshots.set(file, (snapshot = ts.ScriptSnapshot.fromString(text)))
  }
  return snapshot
}
