/** `spindrift-sandbox doctor`: what could keep a sandbox from starting, or a client from reaching it. */
import { createServer } from 'node:net'
import type { Command } from 'commander'
import { defaultPort } from '../start-sandbox.ts'
import { StateFileError } from '../store/store.ts'
import { askRunning, makeUrlOption } from './ask-running.ts'
import { version } from './version.ts'

interface DoctorFlags {
  readonly url: string
  readonly state?: string
  readonly json?: boolean
}

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly says: string
}

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('look for what keeps a sandbox from starting or a client from reaching it')
    .option('--state <file>', 'a state file to look into')
    .option('--json', 'print the findings as one JSON line')
    .addOption(makeUrlOption())
    .action(async ({ url, state, json }: DoctorFlags) => {
      const findings = [checkNode(), await checkSandbox(url), ...(state === undefined ? [] : [await checkState(state)])]
      if (json) console.log(JSON.stringify({ version, findings }))
      else for (const { ok, check, says } of findings) console.log(`${ok ? 'ok  ' : 'BAD '} ${check.padEnd(8)} ${says}`)
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1
    })
}

/** The first Node whose SQLite needs no flag. */
const [oldestMajor, oldestMinor] = [22, 13] as const

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
  const says = ok ? process.version : `${process.version} is too old. Install ${oldestMajor}.${oldestMinor} or newer.`
  return { check: 'node', ok, says }
}

async function checkSandbox(url: string): Promise<Finding> {
  try {
    const { clock, state } = await askRunning(url, 'GET', 'info')
    const { now, frozen } = clock as { readonly now: string; readonly frozen: boolean }
    const where = typeof state === 'string' ? state : 'in memory'
    return { check: 'sandbox', ok: true, says: `one answers at ${url}; its time is ${now}${frozen ? ' (frozen)' : ''}, its state ${where}` }
  } catch (error) {
    if (URL.parse(url)?.protocol !== 'http:') return { check: 'sandbox', ok: false, says: (error as Error).message }
    const port = Number(URL.parse(url)?.port) || defaultPort
    if (await isFree(port)) return { check: 'sandbox', ok: true, says: `none runs at ${url}, and port ${port} is free` }
    return { check: 'sandbox', ok: false, says: `port ${port} is taken by another program. Start the sandbox with another --port.` }
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

async function checkState(file: string): Promise<Finding> {
  const { inspectStateFile } = await import('../store/inspect-state-file.ts')
  try {
    return { check: 'state', ok: true, says: inspectStateFile(file) }
  } catch (error) {
    if (error instanceof StateFileError) return { check: 'state', ok: false, says: error.message }
    throw error
  }
}
