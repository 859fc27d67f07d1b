/** One open document in a project, with the queries of an editor to TypeScript. */
import { join } from 'node:path'
import ts from 'typescript'

export interface Editor {
  /** Replaces the text of the document. The version changes every time, like after a key press. */
  setText(text: string): void
  /** Lists the completions at a position. */
  listCompletions(position: number): string[]
  /** Lists the errors of the document. */
  listErrors(): string[]
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

/** Files on disk, which do not change during the benchmark. All editors share them, like the projects of one window. */
const registry = ts.createDocumentRegistry()
let editors = 0
const snapshots = new Map<string, ts.IScriptSnapshot>()

export function createEditor(folder: string): Editor {
  // The registry identifies documents by path, so each editor needs its own.
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
    setText(text) {
      version++
      snapshot = ts.ScriptSnapshot.fromString(`${text}\n// ${version}\nexport {}\n`)
    },
    listCompletions: (position) => service.getCompletionsAtPosition(document, position, {})?.entries.map(({ name }) => name) ?? [],
    listErrors: () =>
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
