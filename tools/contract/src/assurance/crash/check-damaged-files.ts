/** Checks that a start refuses damaged files with a one-line error and leaves them byte for byte unchanged. */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createHttpClient, parseBody } from '../http-client.ts'
import { formatFinding } from '../print-result.ts'
import { StartError, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'

export interface CheckCounts {
  readonly passed: number
  readonly total: number
  readonly findings: readonly string[]
}

interface DamageCase {
  readonly description: string
  /** Damages a copy of a valid state file. */
  readonly damage: (file: string) => void
  readonly expectedMessage: RegExp
}

const cases: readonly DamageCase[] = [
  { description: 'pages overwritten in the middle', damage: (file) => overwrite(file, 0.3, 0.6), expectedMessage: /is damaged/ },
  { description: 'the second page overwritten', damage: (file) => overwrite(file, 4096, 8192), expectedMessage: /is damaged/ },
  {
    description: 'half of the file',
    damage: (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
    expectedMessage: /is damaged/,
  },
  { description: 'another header', damage: (file) => overwrite(file, 0, 100), expectedMessage: /is not a state file/ },
  { description: 'a text', damage: (file) => writeFileSync(file, 'notes on covers\n'.repeat(100)), expectedMessage: /is not a state file/ },
  { description: 'a format of the future', damage: (file) => change(file, 'PRAGMA user_version = 999'), expectedMessage: /has format 999/ },
  {
    description: "another program's database",
    damage: (file) => {
      rmSync(file)
      change(file, 'CREATE TABLE books (title TEXT); PRAGMA user_version = 1')
    },
    expectedMessage: /of another program/,
  },
]

export async function checkDamagedFiles(folder: string, program?: string): Promise<CheckCounts> {
  const good = join(folder, 'good.db')
  const first = await startSandboxProcess({ program, flags: ['--state', good] })
  const { send, close } = createHttpClient(first.url, first.tokens.full, 1)
  for (let n = 0; n < 60; n += 1) parseBody(await send({ method: 'POST', path: '/v2/tags', body: { name: `shelf-${n}` } }))
  const findings: string[] = []
  const second = await tryStart(good, program)
  if (!/in use by another sandbox/.test(second)) findings.push(formatFinding('start', 'a file in use', 'a refusal', second))
  // The first sandbox still works, and its shutdown moves the log into the file.
  parseBody(await send({ method: 'POST', path: '/v2/tags', body: { name: 'afterwards' } }))
  close()
  await first.stop('SIGTERM')

  for (const [n, { description, damage, expectedMessage }] of cases.entries()) {
    const own = join(folder, `refused-${n}`)
    mkdirSync(own)
    const file = join(own, 'state.db')
    copyFileSync(good, file)
    damage(file)
    const before = readFileSync(file)
    const message = await tryStart(file, program)
    const isOneSentence = expectedMessage.test(message) && message.split('\n').length === 1
    if (!isOneSentence) findings.push(formatFinding('start', description, String(expectedMessage), message))
    if (!readFileSync(file).equals(before)) findings.push(formatFinding('start', description, 'an unchanged file', 'a changed one'))
    else if (readdirSync(own).length > 1) findings.push(formatFinding('start', description, 'no new file', readdirSync(own)))
  }
  const total = cases.length + 1
  return { passed: Math.max(0, total - findings.length), total, findings }
}

/** Returns the error message of a start. */
async function tryStart(file: string, program?: string): Promise<string> {
  try {
    const started = await startSandboxProcess({ program, flags: ['--state', file] })
    await started.stop('SIGKILL')
    return 'It started.'
  } catch (error) {
    if (!(error instanceof StartError)) throw error
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
