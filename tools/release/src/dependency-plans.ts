/** Reads the table of unmaintained dependencies, the lockfile and the output of `pnpm audit`. */
import { parse } from 'yaml'

/** Returns the plan of each dependency in the section "Unmaintained dependencies" of docs/tools.md. */
export function parsePlans(page: string): Map<string, string> {
  const [, section = ''] = page.split('\n## Unmaintained dependencies\n')
  const rows = [...section.matchAll(/^\| ([^|\s]+) \| [^|]+ \| ([^|]+) \|$/gm)]
  return new Map(rows.flatMap(([, name = '', plan = '']) => (name === 'dependency' ? [] : [[name, plan]])))
}

/** Returns the names of packages that their authors deprecated, which the lockfile records. */
export function listDeprecated(lockfile: string): string[] {
  const { packages = {} } = parse(lockfile) as Lockfile
  const names = Object.entries(packages).flatMap(([id, { deprecated }]) => (deprecated === undefined ? [] : [parseName(id)]))
  return [...new Set(names)]
}

/** Returns the names that are not in the lockfile. */
export function listMissing(lockfile: string, names: readonly string[]): string[] {
  const installed = new Set(Object.keys((parse(lockfile) as Lockfile).packages ?? {}).map(parseName))
  return names.filter((name) => !installed.has(name))
}

interface Lockfile {
  readonly packages?: Readonly<Record<string, { readonly deprecated?: string }>>
}

/** Returns `@scope/name` of `@scope/name@1.0.0`. */
const parseName = (id: string) => id.slice(0, id.indexOf('@', 1))

/** @returns `not answered` for a registry without an audit, such as a mirror */
export function findAuditOutcome(status: number | null, output: string): 'none' | 'vulnerable' | 'not answered' {
  if (status === 0) return 'none'
  return /ERR_PNPM_|ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN/.test(output) ? 'not answered' : 'vulnerable'
}
