/** Runs a program to its end and measures its time and the memory of its largest process. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ChildRun {
  readonly ms: number
  /** Undefined without GNU time. */
  readonly peakMb: number | undefined
  readonly stdout: string
}

export interface ChildOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Measures memory with GNU time, which adds about a millisecond. */
  readonly memory?: boolean
}

const gnuTime = '/usr/bin/time'

export async function runChild(
  command: string,
  args: readonly string[],
  { cwd, env, memory = false }: ChildOptions = {},
): Promise<ChildRun> {
  const folder = memory && existsSync(gnuTime) ? mkdtempSync(join(tmpdir(), 'spindrift-time-')) : undefined
  try {
    const report = folder === undefined ? undefined : join(folder, 'report')
    const line = report ? [gnuTime, '-f', '%M', '-o', report, command, ...args] : [command, ...args]
    const run = await spawnOnce(line, cwd, env)
    return { ...run, peakMb: report === undefined ? undefined : Number(readFileSync(report, 'utf8').trim().split('\n').at(-1)) / 1024 }
  } finally {
    if (folder) rmSync(folder, { recursive: true })
  }
}

async function spawnOnce(
  line: readonly string[],
  cwd: string | undefined,
  env: ChildOptions['env'] = {},
): Promise<Omit<ChildRun, 'peakMb'>> {
  const started = performance.now()
  const child = spawn(line[0] ?? '', line.slice(1), { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const out: Buffer[] = []
  const errors: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const ms = performance.now() - started
  const stdout = Buffer.concat(out).toString()
  if (code !== 0)
    throw new Error(`${line.join(' ')} exited with code ${code}:\n${(Buffer.concat(errors).toString() + stdout).slice(-3000)}`)
  return { ms, stdout }
}
