/** `spindrift-sandbox start` as a process of its own, with a kernel, sockets and files in between. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Credentials {
  readonly tokens: { readonly full: string; readonly read: string }
  readonly oauth: { readonly client_id: string; readonly client_secret: string; readonly redirect_uri: string }
  readonly user: { readonly email: string; readonly password: string }
  readonly inference_key: string
}

export interface SandboxProcess extends Credentials, AsyncDisposable {
  readonly url: string
  readonly processId: number
  /** What it has printed of failures, so far. */
  readonly complaints: () => string
  readonly isAlive: () => boolean
  /** When it is gone, however that came. */
  readonly gone: Promise<unknown>
  /** Sends the signals, waits until it is gone and returns its exit code. */
  readonly end: (...signals: readonly NodeJS.Signals[]) => Promise<number | null>
}

export interface ProcessOptions {
  /** Another program than the built one, for example `packages/sandbox/src/main.ts`. */
  readonly program?: string | undefined
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The most bytes a file that it writes may have: a full disk, without a disk. */
  readonly fileBytes?: number
}

/** The program as it was built. */
const builtProgram = () => fileURLToPath(new URL('main.js', import.meta.resolve('@spindrift/sandbox')))

/** @throws RefusedStart when it ends instead of starting */
export async function startSandboxProcess({
  program = builtProgram(),
  flags = [],
  env = {},
  fileBytes,
}: ProcessOptions = {}): Promise<SandboxProcess> {
  const command = [process.execPath, program, 'start', '--port', '0', '--json', '--world', 'empty', ...flags]
  const limited = fileBytes === undefined ? command : ['prlimit', `--fsize=${fileBytes}:unlimited`, ...command]
  const child = spawn(limited[0] ?? '', limited.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    // What it complains of is looked at; Node's own advice is not a complaint.
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
  })
  let complaints = ''
  const { stdout, stderr } = child
  stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const ended = once(child, 'close')
  // A check that fails halfway leaves nothing running.
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  void ended.finally(() => process.off('exit', abandon))
  const line = await Promise.race([once(createInterface({ input: stdout }), 'line'), ended.then(() => undefined)])
  const end = async (...signals: readonly NodeJS.Signals[]) => {
    for (const signal of signals) if (isRunning(child)) child.kill(signal)
    await ended
    return child.exitCode
  }
  if (line === undefined) throw new RefusedStart(child.exitCode ?? -1, complaints.trim())
  return {
    ...(JSON.parse(String(line[0])) as Credentials & { readonly url: string }),
    processId: child.pid ?? -1,
    complaints: () => complaints,
    gone: ended,
    isAlive: () => isRunning(child),
    end,
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
}

/** It said why and ended. */
export class RefusedStart extends Error {
  override readonly name = 'RefusedStart'
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
