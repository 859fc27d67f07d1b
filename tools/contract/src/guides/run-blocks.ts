/** Runs the code blocks of a page: TypeScript as programs and shell as scripts, against one sandbox for each page. */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@spindrift/sandbox'
import { repoFolder } from '../load-specification.ts'
import { requestCode } from '@spindrift/testing/sign-in'
import type { Program } from './import-programs.ts'

export interface Block {
  /** File and line: `pagination.md:12`. */
  readonly name: string
  readonly language: 'ts' | 'sh'
  readonly code: string
  /**
   * Word after the language: a `server` runs until it is stopped and passes when it prints an address; `no-run` marks a block that needs more than
   * the sandbox, such as Docker or a registry.
   */
  readonly mode?: 'server' | 'no-run'
  /** Output that the page shows after the block, below "It prints:". */
  readonly output?: string
}

export function listBlocks(name: string, text: string): Block[] {
  const blocks = /^```(ts|sh)(?: (server|no-run))?\n(.*?)^```$(?:\n\nIt prints:\n\n```text\n(.*?)^```$)?/gms
  return [...text.matchAll(blocks)].map(({ index, 1: language, 2: mode, 3: code = '', 4: output }) => ({
    name: `${name}:${text.slice(0, index).split('\n').length}`,
    language: language as Block['language'],
    code,
    ...(mode && { mode: mode as 'server' | 'no-run' }),
    ...(output !== undefined && { output }),
  }))
}

export interface RunOptions {
  readonly runner: ProgramRunner
  /** Seed data of the sandbox. The readers of the guides start with `tidewater`, as the command does. */
  readonly world: 'empty' | 'tidewater'
  /** Requests before the blocks, at the instant when the clock stops. */
  readonly requests?: number
}

/** Returns one text for each block that fails. */
export async function runBlocks(blocks: readonly Block[], { runner, world, requests = 0 }: RunOptions): Promise<string[]> {
  const sandbox = await startSandbox({ port: 0, seed: 7, actionSeconds: 1, world })
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-guides-'))
  try {
    symlinkSync(join(repoFolder, 'tools/contract/node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const { tokens, inference_key: key, oauth, user } = sandbox.credentials()
    if (requests > 0) await fetch(`${sandbox.url}/_sandbox/clock`, { method: 'POST', body: '{"frozen":true}' })
    for (let n = 0; n < requests; n += 1) await fetch(`${sandbox.url}/v2/account`, { headers: { authorization: `Bearer ${tokens.full}` } })
    const environment = {
      SPINDRIFT_BASE_URL: sandbox.url,
      SPINDRIFT_TOKEN: tokens.full,
      SPINDRIFT_MODEL_ACCESS_KEY: key,
      READ_ONLY_TOKEN: tokens.read,
      CLIENT_ID: oauth.client_id,
      CLIENT_SECRET: oauth.client_secret,
      REDIRECT_URI: oauth.redirect_uri,
      TOKEN_FILE: join(folder, 'tokens.json'),
      CODE: await requestCode(sandbox.url, { oauth, user, scope: 'read' }),
    }
    const problems: string[] = []
    for (const block of blocks.filter(({ mode }) => mode !== 'no-run'))
      problems.push(...(await runBlock(block, runner, folder, environment)))
    return problems
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes `npx` start the packages that were built in this repository. */
const npx = `npx() ( name="\${1#@spindrift/}"; shift; exec node "$REPOSITORY/packages/$name/dist/main.js" "$@" )`

/** Compiles the packages once for all programs. */
const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }

/** Lets a server start while another program has the default port. */
const freePort = { SPINDRIFT_SANDBOX_PORT: '0' }

const maxRunMs = 60_000

interface RunResult {
  readonly status: number | null
  readonly printed: string
}

export interface ProgramRunner {
  readonly run: (program: Program) => Promise<RunResult>
  /** Resolves to the exit code of the process, which ends by itself if no program left a timer or a connection. */
  readonly stop: () => Promise<number | null>
}

/** Starts a process for all programs: loading Node and the client takes longer than most of them. */
export function startProgramRunner(): ProgramRunner {
  const child = fork(new URL('import-programs.ts', import.meta.url), {
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...compileCache },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([status]) => ({ status: status as number | null, printed: '' }))
  const limitTime = async (ended: Promise<RunResult>) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), maxRunMs)
    return ended.finally(() => clearTimeout(timer))
  }
  return {
    run: (program) => {
      child.send(program)
      return limitTime(Promise.race([once(child, 'message').then(([result]) => result as RunResult), exited]))
    },
    stop: async () => {
      child.disconnect()
      return (await limitTime(exited)).status
    },
  }
}

async function runBlock(
  { name, language, code, mode, output }: Block,
  runner: ProgramRunner,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  const file = join(folder, `${name.replace(/[^\w-]+/g, '-')}.ts`)
  if (language === 'ts') writeFileSync(file, code)
  const { status, printed } = await (language === 'ts'
    ? runner.run({ file, folder, environment })
    : runScript(code, mode, folder, environment))
  if (status === 0 && output !== undefined && printed !== output) return [`${name} printed: ${printed.slice(-3000)}`]
  return status === 0 ? [] : [`${name} ended with ${status}: ${printed.slice(-3000)}`]
}

async function runScript(
  code: string,
  mode: Block['mode'],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<RunResult> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', `${npx}\n${code}`], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      ...compileCache,
      ...environment,
      ...(mode === 'server' && freePort),
      REPOSITORY: repoFolder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that stopping a server also stops the processes of the shell.
    detached: true,
  })
  const stop = (signal: NodeJS.Signals) => child.pid !== undefined && child.exitCode === null && process.kill(-child.pid, signal)
  let printed = ''
  const isUp = () => mode === 'server' && /https?:\/\/127\.0\.0\.1:\d+/.test(printed)
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed += text.toString()
      if (isUp()) stop('SIGTERM')
    })
  const timer = setTimeout(() => stop('SIGKILL'), maxRunMs)
  const [status] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { status: isUp() ? 0 : status, printed }
}
