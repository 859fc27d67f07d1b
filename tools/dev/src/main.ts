#!/usr/bin/env node
/** `pnpm dev` */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { Documents } from './follow-documents.ts'
import { describeMade, isSource, planWork } from './plan-work.ts'
import { runCommand, stopCommands } from './run-command.ts'
import { RunningSandbox } from './run-sandbox.ts'
import { type Watched, watchFiles } from './watch-files.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/spindrift-dev')
const made = /\/src\/generated\/|^spec\/SURFACE\.md$|^packages\/reference\/dist\/site\//

new Command('dev')
  .description('Keeps everything that follows from what you edit up to date, and a sandbox running.')
  .option('--port <number>', 'where the sandbox listens', '4020')
  .option('--state <file>', 'where the sandbox keeps its state between restarts', join(cache, 'state.db'))
  .addHelpText(
    'after',
    `
Watches spec/, generators/ and packages/. After an edit of documents they are linted, bundled and generated from by processes that stay, and
only packages of which something was generated are compiled; after an edit of a generator or a package everything is as by \`pnpm build\`;
after an edit of the sandbox's own sources that is only started anew. When something fails, what ran goes on running. Types are checked by
\`pnpm typecheck\`, not here.

Example:
  $ pnpm dev --port 4999`,
  )
  .action(dev)
  .parse()

async function dev({ port, state }: { port: string; state: string }): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const sandbox = new RunningSandbox(root, port, state)
  const documents = new Documents()
  const watched = watchFiles(root, ['spec', 'generators', 'packages'])
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      watched.close()
      stopCommands()
      documents.stop()
      void sandbox.stop().then(() => process.exit())
    })
  await build()
  if (!(await sandbox.restart(true)))
    console.error('The sandbox does not start. Mend what it says above; it is started anew after your next edit of it.')
  documents.warm()
  console.log('Watching spec/, generators/ and packages/. Stop with Ctrl+C.')
  for (;;) {
    const files = (await watched.next()).filter(isSource)
    if (files.length > 0) await update(files, { sandbox, documents, watched })
  }
}

interface Running {
  readonly sandbox: RunningSandbox
  readonly documents: Documents
  readonly watched: Watched
}

async function update(files: readonly string[], { sandbox, documents, watched }: Running): Promise<void> {
  const started = performance.now()
  const { build: what, restart, renew } = planWork(files)
  console.log(`\nedited ${listSome(files)}`)
  if (renew) documents.stop()
  const followed = await (what === 'documents' ? followDocuments(files, { sandbox, documents }) : what === 'nothing' || build())
  if (!followed) return
  const restarted = restart || (typeof followed === 'object' && followed.restarted)
  const answers = !restart || (await sandbox.restart(false))
  for (const line of describeMade(watched.take(made))) console.log(line)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    answers
      ? `done in ${seconds} s${restarted ? '; the sandbox was started anew' : ''}`
      : `The sandbox does not start. Mend what it says above, in ${listSome(files)}.`,
  )
  if (renew) documents.warm()
}

function listSome(files: readonly string[]): string {
  return `${files.slice(0, 5).join(', ')}${files.length > 5 ? ` and ${files.length - 5} more` : ''}`
}

/** Each says whether it went well; what was said is shown when it did not. */
function build(): Promise<boolean> {
  return tell(runCommand('pnpm', ['run', 'build']).then(() => true))
}

function followDocuments(files: readonly string[], { sandbox, documents }: Omit<Running, 'watched'>) {
  return tell(documents.follow(files, sandbox))
}

async function tell<Done>(done: Promise<Done>): Promise<Done | false> {
  return done.catch((error: Error) => {
    console.error(`${error.message}\nWhat was built last goes on running.`)
    return false
  })
}
