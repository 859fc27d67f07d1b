#!/usr/bin/env node
/** `pnpm dev` */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { describeMade, isSource, planWork } from './plan-work.ts'
import { RunningSandbox } from './run-sandbox.ts'
import { watchFiles } from './watch-files.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/spindrift-dev')
const made = /\/generated\/|^spec\/SURFACE\.md$|^packages\/reference\/dist\//

let stopBuild: () => void = () => undefined

new Command('dev')
  .description('Keeps everything that follows from what you edit up to date, and a sandbox running.')
  .option('--port <number>', 'where the sandbox listens', '4020')
  .option('--state <file>', 'where the sandbox keeps its state between restarts', join(cache, 'state.db'))
  .addHelpText(
    'after',
    `
Watches spec/, generators/ and packages/. After an edit of the specification or a generator everything is linted, bundled, generated and
compiled as by \`pnpm build\`, and it says what was generated; after an edit of the sandbox's own sources that is only started anew. When
something fails, what ran goes on running. Types are checked by \`pnpm typecheck\`, not here.

Example:
  $ pnpm dev --port 4999`,
  )
  .action(dev)
  .parse()

async function dev({ port, state }: { port: string; state: string }): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const sandbox = new RunningSandbox(root, ['--port', port, '--state', state])
  const watched = watchFiles(root, ['spec', 'generators', 'packages'])
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      watched.close()
      stopBuild()
      void sandbox.stop().then(() => process.exit())
    })
  await build()
  await sandbox.restart(true)
  console.log('Watching spec/, generators/ and packages/. Stop with Ctrl+C.')
  for (;;) {
    const files = (await watched.next()).filter(isSource)
    if (files.length > 0) await update(files, sandbox, watched)
  }
}

async function update(files: readonly string[], sandbox: RunningSandbox, watched: ReturnType<typeof watchFiles>): Promise<void> {
  const started = performance.now()
  const work = planWork(files)
  console.log(`\nedited ${files.slice(0, 5).join(', ')}${files.length > 5 ? ` and ${files.length - 5} more` : ''}`)
  if (work.build && !(await build())) return
  const answers = !work.restart || (await sandbox.restart(false))
  for (const line of describeMade(watched.take(made))) console.log(line)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    answers
      ? `done in ${seconds} s${work.restart ? '; the sandbox was started anew' : ''}`
      : `The sandbox does not start. Mend what it says above.`,
  )
}

/** @returns whether it went well; what it said is shown when it did not */
async function build(): Promise<boolean> {
  const child = spawn('pnpm', ['run', 'build'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  stopBuild = () => child.kill('SIGTERM')
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(127)).once('close', (ended) => resolve(ended ?? 1))
  })
  if (code !== 0) process.stderr.write(`${said}\nWhat was built last goes on running.\n`)
  return code === 0
}
