/** Type-checks files with the API of the compiler. Nothing is written: `texts` replaces or adds files. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API, type Diagnostic } from 'typescript/unstable/sync'

const base = fileURLToPath(new URL('../../../tsconfig.base.json', import.meta.url))

/**
 * Returns the compile errors of each file, without errors of imported files.
 *
 * @param compilerOptions additions to tsconfig.base.json
 */
export function findTypeErrors(
  folder: string,
  files: readonly string[],
  compilerOptions: object,
  texts: ReadonlyMap<string, string> = new Map(),
): Map<string, string[]> {
  const config = join(folder, 'tsconfig.virtual.json')
  const all = new Map([...texts, [config, JSON.stringify({ extends: base, compilerOptions, files })]])
  const fs = { readFile: (path: string) => all.get(path), fileExists: (path: string) => all.has(path) || undefined }
  const api = new API({ cwd: folder, fs })
  try {
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program
    if (!program) throw new Error(`The compiler opened no project in ${folder}.`)
    const general = [...program.getConfigFileParsingDiagnostics(), ...program.getProgramDiagnostics()]
    if (general[0]) throw new Error(formatDiagnostic(general[0]))
    const find = (file: string) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return new Map(files.map((file) => [file, find(file).map(formatDiagnostic)]))
  } finally {
    api.close()
  }
}

function formatDiagnostic({ text, messageChain = [] }: Diagnostic): string {
  return [text, ...messageChain.map(formatDiagnostic)].join(' ')
}
