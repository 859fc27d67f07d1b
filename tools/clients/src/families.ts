/** Families that clients called, for the page "Can I test X here?" of the reference. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const output = join(root, 'packages/reference/coverage/clients.json')

/** Variable with the folder where the tests of the npm clients save their families. */
const folderVariable = 'SPINDRIFT_CLIENT_FAMILIES'

interface LoggedRequests {
  readonly requests: readonly { readonly family: string | null }[]
  readonly next: number | null
}

/** Lists the families with a successful request in the log of a sandbox. */
export async function listFamilies(url: string): Promise<readonly string[]> {
  const found = new Set<string>()
  let next: number | null = Number.MAX_SAFE_INTEGER
  while (next !== null) {
    const response = await fetch(`${url}/_sandbox/requests?status=2xx&limit=1000&before=${next}`)
    const page = (await response.json()) as LoggedRequests
    for (const { family } of page.requests) if (family !== null) found.add(family)
    next = page.next
  }
  return [...found].toSorted()
}

/** Saves the families of a test file, if `writeFamilies` runs the tests. */
export function saveFamilies(name: string, families: readonly string[]): void {
  const folder = process.env[folderVariable]
  if (folder !== undefined) writeFileSync(join(folder, `${name}-${process.hrtime.bigint()}.json`), JSON.stringify(families))
}

/** Runs the tests of the npm clients, and writes the clients of each family. @throws Error when a test fails */
export function writeFamilies(families: Readonly<Record<string, readonly string[]>>): void {
  const pairs = Object.entries(families).flatMap(([client, own]) => own.map((family) => ({ client, family })))
  const all = [...pairs, ...runTests()].toSorted((a, b) => (a.client < b.client ? -1 : 1))
  const byFamily = Map.groupBy(all, ({ family }) => family)
  const entries = [...byFamily]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([family, own]) => [family, [...new Set(own.map(({ client }) => client))]])
  writeFileSync(output, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`)
}

function runTests(): { readonly client: string; readonly family: string }[] {
  const folder = mkdtempSync(join(tmpdir(), 'client-families-'))
  try {
    const { status } = spawnSync('vitest', ['run', '--project', 'clients', '--maxWorkers=1'], {
      cwd: root,
      env: { ...process.env, [folderVariable]: folder },
      stdio: ['ignore', 2, 2],
    })
    if (status !== 0) throw new Error('A test of the npm clients failed.')
    return readdirSync(folder).flatMap((file) => {
      const client = basename(file).replace(/-\d+\.json$/, '')
      return (JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly string[]).map((family) => ({ client, family }))
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
