/** Runs what a page of the reference shows: TypeScript as programs, shell as a shell does, against one sandbox for each page. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@spindrift/sandbox'
import { repoFolder } from '../load-specification.ts'
import { requestCode } from '@spindrift/testing/sign-in'

export interface Block {
  /** `paging.md:12` */
  readonly name: string
  readonly language: 'ts' | 'sh'
  readonly code: string
  /** It goes on until it is stopped, and is well when it prints an address. */
  readonly isServer: boolean
}

export function listBlocks(name: string, text: string): Block[] {
  return [...text.matchAll(/^```(ts|sh)( server)?\n(.*?)^```$/gms)].map(({ index, 1: language, 2: server, 3: code = '' }) => ({
    name: `${name}:${text.slice(0, index).split('\n').length}`,
    language: language as Block['language'],
    code,
    isServer: server !== undefined,
  }))
}

/** What goes wrong, a text for each block; empty when all is well. */
export async function runBlocks(blocks: readonly Block[]): Promise<string[]> {
  const sandbox = await startSandbox({ port: 0, seed: 7, actionSeconds: 1 })
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-guides-'))
  try {
    symlinkSync(join(repoFolder, 'tools/contract/node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const { tokens, inference_key: key, oauth, user } = sandbox.credentials()
    const environment = {
      SPINDRIFT_BASE_URL: sandbox.url,
      SPINDRIFT_TOKEN: tokens.full,
      SPINDRIFT_MODEL_ACCESS_KEY: key,
      CLIENT_ID: oauth.client_id,
      CLIENT_SECRET: oauth.client_secret,
      REDIRECT_URI: oauth.redirect_uri,
      CODE: await requestCode(sandbox.url, { oauth, user, scope: 'read' }),
    }
    const problems: string[] = []
    for (const block of blocks) problems.push(...(await runBlock(block, folder, environment)))
    return problems
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `npx` of a package of this repository starts what was built here. */
const npx = `npx() { name="\${1#@spindrift/}"; shift; exec node "$REPOSITORY/packages/$name/dist/main.js" "$@"; }`

async function runBlock(
  { name, language, code, isServer }: Block,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  const file = join(folder, `${name.replace(/[^\w-]+/g, '-')}.ts`)
  writeFileSync(file, code)
  const [program, ...args] = language === 'ts' ? [process.execPath, file] : ['bash', '-euo', 'pipefail', '-c', `${npx}\n${code}`]
  const child = spawn(program as string, args, {
    cwd: folder,
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...environment, REPOSITORY: repoFolder },
  })
  let printed = ''
  const isUp = () => isServer && /https?:\/\/127\.0\.0\.1:\d+/.test(printed)
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed += text.toString()
      if (isUp()) child.kill()
    })
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  return status === 0 || isUp() ? [] : [`${name} ended with ${status}: ${printed.slice(-3000)}`]
}
