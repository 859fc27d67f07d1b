/** Where the programs of Postgres are. They are not installed with the repository: those of npm are 60 MB and pre-releases. */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const folders = ['/usr/lib/postgresql', '/usr/local/lib/postgresql', '/opt/homebrew/opt', '/usr/pgsql']

/**
 * The folder named by `SPINDRIFT_POSTGRES_BIN`, else that of a newest installed version, else one of the search path.
 *
 * @returns undefined where there is none, and on Windows
 */
export function findPostgres(env: Readonly<NodeJS.ProcessEnv> = process.env): string | undefined {
  if (process.platform === 'win32') return undefined
  const named = env['SPINDRIFT_POSTGRES_BIN']
  if (named !== undefined) return isWhole(named) ? named : undefined
  const installed = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\d+$/.test(name))
      .toSorted((a, b) => Number.parseInt(b.replace(/\D+/, ''), 10) - Number.parseInt(a.replace(/\D+/, ''), 10))
      .map((name) => join(folder, name, 'bin')),
  )
  return [...installed, ...(env['PATH'] ?? '').split(delimiter)].find(isWhole)
}

/** What a test says that is skipped without it. */
export const withoutPostgres =
  'there is no Postgres on this machine: install it (Debian: apt install postgresql) or name the folder of its programs in SPINDRIFT_POSTGRES_BIN'

function isWhole(folder: string): boolean {
  return ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))
}
