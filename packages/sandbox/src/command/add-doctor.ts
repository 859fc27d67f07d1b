/** `spindrift-sandbox doctor`: what could keep a sandbox from starting, or a client from reaching it. */
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
  readonly says: string
}

export function addDoctor(program: Command): void {
  addRunning(program.command('doctor').description('check for problems that keep a sandbox from starting or a client from connecting'))
    .option('--state <file>', 'state file to check')
    .option('--json', 'print the findings as one JSON line')
    .action(async ({ state, json }: DoctorFlags, command: Command) => {
      const findings = [
        checkNode(),
        await checkSandbox(await findRunning(command)),
        ...(state === undefined ? [] : [await checkState(state)]),
      ]
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

async function checkSandbox(running: Running): Promise<Finding> {
  const { url } = running
  const check = 'sandbox'
  try {
    const { clock, state } = await requestRunning(running, 'GET', 'info')
    const { now, frozen } = clock as { readonly now: string; readonly frozen: boolean }
    const where = typeof state === 'string' ? state : 'in memory'
    return { check, ok: true, says: `one answers at ${url}; its time is ${now}${frozen ? ' (frozen)' : ''}, its state ${where}` }
  } catch (error) {
    const says = (error as Error).message
    // Anybody may ask this; what else went wrong was said.
    if (await requestRunning(running, 'GET', 'health').catch(() => undefined))
      return { check, ok: false, says: `one answers at ${url}. ${says}` }
    const { hostname, port } = new URL(url)
    if (!/^(?:127\.0\.0\.1|localhost)$/.test(hostname)) return { check, ok: false, says }
    if (await isFree(Number(port) || 80)) return { check, ok: true, says: `none runs at ${url}, and port ${port} is free` }
    return { check, ok: false, says: `port ${port} is taken by another program. Start the sandbox with another --port.` }
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
