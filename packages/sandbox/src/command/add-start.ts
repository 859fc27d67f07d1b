/** `spindrift-sandbox start`. */
import { spawn } from 'node:child_process'
import { type Command, Option } from 'commander'
import type { Noted } from '../control/request-log.ts'
import type { Durability } from '../store/store.ts'
import { defaultPort, type RunningSandbox, startSandbox } from '../start-sandbox.ts'
import { collectOrigins, readFile, readPort, readSeconds } from './read-flags.ts'
import { writeBanner } from './write-banner.ts'

interface StartFlags {
  readonly port: number
  readonly state?: string
  readonly durability: Durability
  readonly acceptLoss?: true
  readonly seed?: string
  readonly rateLimits: 'on' | 'report' | 'off'
  readonly actionSeconds?: number
  readonly lag: 'real' | 'none'
  readonly controlOrigin?: readonly string[]
  readonly json?: boolean
  readonly log?: boolean
  readonly open?: boolean
}

export function addStart(program: Command): void {
  program
    .command('start', { isDefault: true })
    .description('start the sandbox')
    .addOption(new Option('-p, --port <number>', 'port to listen on, 0 for any that is free').default(defaultPort).argParser(readPort))
    .addOption(new Option('--state <file>', 'keep the state in this file; without it, the state ends with the process').argParser(readFile))
    .addOption(
      new Option(
        '--durability <full|normal>',
        'normal: every acknowledged write survives the death of the process; a loss of power may take those of the last second or so, and ' +
          'the next start says so. full: every acknowledged write is on the disk before it is answered',
      )
        .choices(['full', 'normal'])
        .default('normal'),
    )
    .option('--accept-loss', 'start with what is there of a state file that lost something; what cannot be used is set aside')
    .option('--seed <text>', 'what every id and token follows from, to have the same again')
    .addOption(
      new Option('--rate-limits <on|report|off>', 'refuse requests beyond the limits, only say how much is left, or neither')
        .choices(['on', 'report', 'off'])
        .default('on'),
    )
    .addOption(new Option('--action-seconds <number>', 'how long every action takes, instead of each its own time').argParser(readSeconds))
    .addOption(
      new Option(
        '--lag <real|none>',
        'show what was deleted, moved or switched off only after the seconds that it takes the platform, or at once',
      )
        .choices(['real', 'none'])
        .default('none'),
    )
    .addOption(
      new Option(
        '--control-origin <url>',
        'let pages of this origin use /_sandbox from the browser, for example http://localhost:5173; can be given again',
      ).argParser(collectOrigins),
    )
    .option('--log', 'print a line for every request')
    .option('--open', 'show the overview page in the browser')
    .option('--json', 'print the start as one JSON line')
    .action(start)
}

async function start({ json, log, open, controlOrigin, ...flags }: StartFlags): Promise<void> {
  const sandbox = await startSandbox({
    ...flags,
    ...(controlOrigin && { controlOrigins: controlOrigin }),
    ...(log && { onRequest: (noted: Noted) => console.error(writeLine(noted)) }),
  })
  console.log(writeBanner(sandbox, flags, json === true))
  stopOnSignal(sandbox)
  if (open) openBrowser(`${sandbox.url}/_sandbox`)
}

function writeLine({ at, status, method, path, operation }: Noted): string {
  return `${new Date(at).toISOString()} ${status} ${method} ${path}${operation === null ? '' : ` (${operation})`}`
}

function stopOnSignal(sandbox: RunningSandbox): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
}

function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url]
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => console.error(`spindrift-sandbox: no browser could be started. Open ${url} yourself.`))
  child.unref()
}

export const startExamples = `
Examples:
  $ spindrift-sandbox                                 http://127.0.0.1:${defaultPort}, state in memory
  $ spindrift-sandbox start --state sandbox.db        keeps everything over restarts
  $ spindrift-sandbox start --seed 7 --port 0         the same tokens and ids every time, any free port
  $ spindrift-sandbox start --action-seconds 0 --rate-limits off    for tests
  $ spindrift-sandbox start --lag real                to see whether retries wait long enough

  while it runs, from another terminal:
  $ spindrift-sandbox clock --advance 3600            an hour later
  $ spindrift-sandbox snapshot save clean             to go back to with: snapshot restore clean
`
