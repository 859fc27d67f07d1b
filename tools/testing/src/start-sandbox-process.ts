/** Starts `spindrift-sandbox start` in a separate process, for tests of signals, sockets and files. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
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
  /** Output on standard error so far. */
  readonly errorOutput: () => string
  readonly isAlive: () => boolean
  /** Resolves when the process has ended for any reason. */
  readonly exit: Promise<unknown>
  /** Sends the signals, waits for the end of the process and returns its exit code. */
  readonly stop: (...signals: readonly NodeJS.Signals[]) => Promise<number | null>
}

export interface ProcessOptions {
  /** Program to start. Default: `builtProgram`. */
  readonly program?: string | undefined
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Limit of the size of each file that it writes, to simulate a full disk. Needs `prlimit`. */
  readonly maxFileBytes?: number
}

/** Path of the built program, which starts several times faster than its sources. */
export const builtProgram = fileURLToPath(new URL('main.js', import.meta.resolve('@spindrift/sandbox')))

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `spindrift-sandbox` with the arguments to its end. */
export function runSandboxCommand(...args: readonly string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(process.execPath, [builtProgram, ...args], { env: { ...process.env, NODE_NO_WARNINGS: '1' } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

/** @throws StartError when the process ends before it is ready */
export async function startSandboxProcess({
  program = builtProgram,
  flags = [],
  env = {},
  maxFileBytes,
}: ProcessOptions = {}): Promise<SandboxProcess> {
  const command = [process.execPath, program, 'start', '--port', '0', '--json', '--world', 'empty', ...flags]
  const limited = maxFileBytes === undefined ? command : ['prlimit', `--fsize=${maxFileBytes}:unlimited`, ...command]
  const child = spawn(limited[0] ?? '', limited.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Tests check standard error, so Node's own warnings are turned off.
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
  })
  let errorOutput = ''
  const { stdout, stderr } = child
  stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text))
  const exit = once(child, 'close')
  // Stops the sandbox when a test fails halfway.
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  void exit.finally(() => process.off('exit', abandon))
  const line = await Promise.race([once(createInterface({ input: stdout }), 'line'), exit.then(() => undefined)])
  const stop = async (...signals: readonly NodeJS.Signals[]) => {
    for (const signal of signals) if (isRunning(child)) child.kill(signal)
    await exit
    return child.exitCode
  }
  if (line === undefined) throw new StartError(child.exitCode ?? -1, errorOutput.trim())
  return {
    ...(JSON.parse(String(line[0])) as Credentials & { readonly url: string }),
    processId: child.pid ?? -1,
    errorOutput: () => errorOutput,
    exit,
    isAlive: () => isRunning(child),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop('SIGKILL')),
  }
}

/** Thrown when the process ends before it is ready. The message is its standard error. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
