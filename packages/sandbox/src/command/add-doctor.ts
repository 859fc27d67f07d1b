/** `spindrift-sandbox doctor`: checks for problems that keep a sandbox from starting or a client from connecting. */
import { createServer } from 'node:net'
import type { Command } from 'commander'
import { StateFileError } from '../store/store.ts'
import { addRunning, requestRunning, findRunning, type Running } from './request-running.ts'
import { version } from '../control/version.ts'

interface DoctorFlags {
  readonly state?: string
  readonly json?: boolean
}

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly message: string
}

export function addDoctor(program: Command): void {
  addRunning(program.command('doctor').description('diagnose startup and connection problems'))
    .option('--state <file>', 'state file to check')
    .option('--json', 'print the findings as one JSON line')
    .action(async ({ state, json }: DoctorFlags, command: Command) => {
      const findings = [
        checkNode(),
        await checkSandbox(await findRunning(command)),
        ...(state === undefined ? [] : [await checkState(state)]),
      ]
      if (json) console.log(JSON.stringify({ version, findings }))
      else for (const { ok, check, message } of findings) console.log(`${ok ? 'ok  ' : 'BAD '} ${check.padEnd(8)} ${message}`)
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1
    })
}

/** Oldest version of Node whose SQLite needs no flag. */
const [minMajor, minMinor] = [22, 13] as const

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > minMajor || (major === minMajor && minor >= minMinor)
  const message = ok ? process.version : `${process.version} is too old. Install ${minMajor}.${minMinor} or newer.`
  return { check: 'node', ok, message }
}

async function checkSandbox(running: Running): Promise<Finding> {
  const { url } = running
  const check = 'sandbox'
  try {
    const { clock, state } = await requestRunning(running, 'GET', 'info')
    const { now, frozen } = clock as { readonly now: string; readonly frozen: boolean }
    const storage = typeof state === 'string' ? state : 'in memory'
    return { check, ok: true, message: `running at ${url}; clock ${now}${frozen ? ' (frozen)' : ''}, state ${storage}` }
  } catch (error) {
    const { message } = error as Error
    // This endpoint needs no token, so the message above has the problem.
    if (await requestRunning(running, 'GET', 'health').catch(() => undefined))
      return { check, ok: false, message: `running at ${url}, but: ${message}` }
    const { hostname, port } = new URL(url)
    if (!/^(?:127\.0\.0\.1|localhost)$/.test(hostname)) return { check, ok: false, message }
    if (await isFree(Number(port) || 80)) return { check, ok: true, message: `not running at ${url}; port ${port} is free` }
    return { check, ok: false, message: `another program uses port ${port}. Start the sandbox with another --port.` }
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
    return { check: 'state', ok: true, message: inspectStateFile(file) }
  } catch (error) {
    if (error instanceof StateFileError) return { check: 'state', ok: false, message: error.message }
    throw error
  }
}
