/** Finds the programs of Postgres. They are not an npm dependency: the packages there are 60 MB pre-releases. */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const folders = ['/usr/lib/postgresql', '/usr/local/lib/postgresql', '/opt/homebrew/opt', '/usr/pgsql']

/**
 * Returns the folder of `SPINDRIFT_POSTGRES_BIN`, else of the newest installed version, else one on the search path.
 *
 * @returns undefined if Postgres is not installed, and on Windows
 */
export function findPostgres(env: Readonly<NodeJS.ProcessEnv> = process.env): string | undefined {
  if (process.platform === 'win32') return undefined
  const binPath = env['SPINDRIFT_POSTGRES_BIN']
  if (binPath !== undefined) return hasPrograms(binPath) ? binPath : undefined
  const installed = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\d+$/.test(name))
      .toSorted((a, b) => Number.parseInt(b.replace(/\D+/, ''), 10) - Number.parseInt(a.replace(/\D+/, ''), 10))
      .map((name) => join(folder, name, 'bin')),
  )
  return [...installed, ...(env['PATH'] ?? '').split(delimiter)].find(hasPrograms)
}

/** Reason printed by tests that are skipped without Postgres. */
export const missingPostgresMessage =
  'Postgres is not installed: install it (Debian: apt install postgresql), or set SPINDRIFT_POSTGRES_BIN to the folder of its programs'

function hasPrograms(folder: string): boolean {
  return ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))
}
