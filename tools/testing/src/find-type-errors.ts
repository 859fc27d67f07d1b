/** Type-checks files with the API of the compiler. Nothing is written: `texts` replaces or adds files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API, type Diagnostic } from 'typescript/unstable/sync'

const base = fileURLToPath(new URL('../../../tsconfig.base.json', import.meta.url))

interface TypeError {
  readonly file: string
  readonly line: number
  readonly message: string
}

/**
 * Returns the compile errors of the files, without errors of imported files.
 *
 * @param folder where packages are looked up
 * @param compilerOptions additions to tsconfig.base.json
 */
export function findTypeErrors(
  folder: string,
  files: readonly string[],
  compilerOptions: object,
  texts: ReadonlyMap<string, string> = new Map(),
): TypeError[] {
  const config = join(folder, 'tsconfig.virtual.json')
  const settings = { extends: base, compilerOptions, files }
  const all = new Map([...texts, [config, JSON.stringify(settings)]])
  const fs = { readFile: (path: string) => all.get(path), fileExists: (path: string) => all.has(path) || undefined }
  const api = new API({ cwd: folder, fs })
  try {
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program
    if (!program) throw new Error(`The compiler opened no project in ${folder}.`)
    const [general] = [...program.getConfigFileParsingDiagnostics(), ...program.getProgramDiagnostics()]
    if (general) throw new Error(formatDiagnostic(general))
    return files.flatMap((file) =>
      [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((diagnostic) => ({
        file,
        line: (all.get(file) ?? readFileSync(file, 'utf8')).slice(0, diagnostic.pos).split('\n').length,
        message: formatDiagnostic(diagnostic),
      })),
    )
  } finally {
    api.close()
  }
}

function formatDiagnostic({ text, messageChain = [] }: Diagnostic): string {
  return [text, ...messageChain.map(formatDiagnostic)].join(' ')
}
