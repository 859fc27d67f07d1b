/** Files that a start must refuse, each with one sentence, and leave as they were, byte for byte. */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openConnections, read } from '../http-client.ts'
import { describeFinding } from '../print-result.ts'
import { RefusedStart, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'

export interface Checked {
  readonly passed: number
  readonly total: number
  readonly findings: readonly string[]
}

interface Case {
  readonly given: string
  /** Made of a good state file. */
  readonly damage: (file: string) => void
  readonly want: RegExp
}

const cases: readonly Case[] = [
  { given: 'pages overwritten in the middle', damage: (file) => overwrite(file, 0.3, 0.6), want: /is damaged/ },
  { given: 'the second page overwritten', damage: (file) => overwrite(file, 4096, 8192), want: /is damaged/ },
  { given: 'half of the file', damage: (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)), want: /is damaged/ },
  { given: 'another header', damage: (file) => overwrite(file, 0, 100), want: /is not a state file/ },
  { given: 'a text', damage: (file) => writeFileSync(file, 'notes on covers\n'.repeat(100)), want: /is not a state file/ },
  { given: 'a format of the future', damage: (file) => change(file, 'PRAGMA user_version = 999'), want: /has format 999/ },
  {
    given: "another program's database",
    damage: (file) => {
      rmSync(file)
      change(file, 'CREATE TABLE books (title TEXT); PRAGMA user_version = 1')
    },
    want: /of another program/,
  },
]

export async function refuseFiles(folder: string, program?: string): Promise<Checked> {
  const good = join(folder, 'good.db')
  const first = await startSandboxProcess({ program, flags: ['--state', good] })
  const { ask, close } = openConnections(first.url, first.tokens.full, 1)
  for (let n = 0; n < 60; n += 1) read(await ask({ method: 'POST', path: '/v2/tags', body: { name: `shelf-${n}` } }))
  const findings: string[] = []
  const second = await attempt(good, program)
  if (!/in use by another sandbox/.test(second)) findings.push(describeFinding('start', 'a file in use', 'a refusal', second))
  // The one that was there goes on, and a stop writes all into the one file.
  read(await ask({ method: 'POST', path: '/v2/tags', body: { name: 'afterwards' } }))
  close()
  await first.end('SIGTERM')

  for (const [n, { given, damage, want }] of cases.entries()) {
    const own = join(folder, `refused-${n}`)
    mkdirSync(own)
    const file = join(own, 'state.db')
    copyFileSync(good, file)
    damage(file)
    const before = readFileSync(file)
    const said = await attempt(file, program)
    const isOneSentence = want.test(said) && said.split('\n').length === 1
    if (!isOneSentence) findings.push(describeFinding('start', given, String(want), said))
    if (!readFileSync(file).equals(before)) findings.push(describeFinding('start', given, 'a file left as it is', 'another'))
    else if (readdirSync(own).length > 1) findings.push(describeFinding('start', given, 'no file beside it', readdirSync(own)))
  }
  const total = cases.length + 1
  return { passed: Math.max(0, total - findings.length), total, findings }
}

/** What a start says when it refuses. */
async function attempt(file: string, program?: string): Promise<string> {
  try {
    const started = await startSandboxProcess({ program, flags: ['--state', file] })
    await started.end('SIGKILL')
    return 'It started.'
  } catch (error) {
    if (!(error instanceof RefusedStart)) throw error
    return error.exitCode === 0 ? 'It ended with 0.' : error.message
  }
}

/** @param from a byte, or a part of the file when less than 1 */
function overwrite(file: string, from: number, to: number): void {
  const bytes = readFileSync(file)
  const at = (place: number) => (place < 1 ? Math.floor(bytes.length * place) : place)
  writeFileSync(file, bytes.fill(0xa5, at(from), at(to)))
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}
