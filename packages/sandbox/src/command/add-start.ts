/** `spindrift-sandbox start`. */
import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { defaultPort } from '../options.ts'
import { startSandbox } from '../start-sandbox.ts'
import { endOnSignal } from './end-on-signal.ts'
import { recordRequest } from './record-request.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { addSettings, readSettings } from './settings/add-settings.ts'
import { type StartSettings, startSettings } from './settings/start-settings.ts'
import { startFromWorld } from './start-from-world.ts'
import { formatBanner } from './format-banner.ts'

export function addStart(program: Command): void {
  addSettings(program.command('start', { isDefault: true }).description('start the sandbox'), startSettings)
    .allowExcessArguments()
    .action(async (_flags: unknown, command: Command) => {
      refuseUnknown(command)
      await start((await readSettings(command, startSettings)).values)
    })
}

async function start(settings: StartSettings): Promise<void> {
  const { json: _json, log, open, world: named, ...options } = settings
  const sandbox = await startFromWorld(named, (world) => startSandbox({ ...options, world, ...(log && { onRequest: recordRequest }) }))
  console.log(formatBanner(sandbox, settings))
  endOnSignal(sandbox)
  if (open) openBrowser(`${sandbox.url}/_sandbox`)
}

function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url]
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => console.error(`spindrift-sandbox: no browser could be started. Open ${url} yourself.`))
  child.unref()
}

export const startExamples = `
You can set every option of start with a flag, with a variable (SPINDRIFT_SANDBOX_RATE_LIMITS for --rate-limits), or in spindrift.config.yaml
(under "sandbox"). Flags override variables, and variables override the file. \`spindrift-sandbox config\` shows the result.

Examples:
  $ spindrift-sandbox                                 http://127.0.0.1:${defaultPort}, state in memory
  $ spindrift-sandbox start --state sandbox.db        keeps the state in a file
  $ spindrift-sandbox start --seed 7 --port 0         the same tokens and ids in every run, free port
  $ spindrift-sandbox start --action-seconds 0 --rate-limits off    for tests
  $ spindrift-sandbox start --world my-world.yaml     your own seed data
  $ spindrift-sandbox start --lag real                adds the delays of the platform, to test retries
  $ spindrift-sandbox exec -- pytest -q               runs a command with its own sandbox

  from another terminal:
  $ spindrift-sandbox clock --advance 3600            moves the clock by an hour
  $ eval "$(spindrift-sandbox env)"                   sets the variables that clients read
  $ spindrift-sandbox snapshot save clean             restore it with: snapshot restore clean
  $ spindrift-sandbox world diff                      lists created, changed and deleted resources
`
