/** `spindrift-sandbox start`. */
import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { defaultPort } from '../options.ts'
import { startSandbox } from '../start-sandbox.ts'
import { endOnSignal } from './end-on-signal.ts'
import { logRequest } from './log-request.ts'
import { rejectUnknownCommand } from './reject-unknown-command.ts'
import { addSettings, readSettings } from './settings/add-settings.ts'
import { listUnknownVariables } from './settings/setting.ts'
import { type StartSettings, startSettings } from './settings/start-settings.ts'
import { startFromWorld } from './start-from-world.ts'
import { formatBanner } from './format-banner.ts'

export function addStart(program: Command): void {
  addSettings(program.command('start', { isDefault: true }).description('start the sandbox (default command)'), startSettings)
    .allowExcessArguments()
    .action(async (_flags: unknown, command: Command) => {
      rejectUnknownCommand(command)
      for (const { message } of listUnknownVariables(startSettings, process.env)) console.error(`spindrift-sandbox: ${message}`)
      await start((await readSettings(command, startSettings)).values)
    })
}

async function start(settings: StartSettings): Promise<void> {
  const { json: _json, log, open, world: worldName, ...options } = settings
  const sandbox = await startFromWorld(worldName, (world) => startSandbox({ ...options, world, ...(log && { onRequest: logRequest }) }))
  console.log(formatBanner(sandbox, settings))
  endOnSignal(sandbox)
  if (open) openBrowser(`${sandbox.url}/_sandbox`)
}

function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url]
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => console.error(`spindrift-sandbox: cannot start a browser. Open ${url} yourself.`))
  child.unref()
}

export const startExamples = `
A variable (SPINDRIFT_SANDBOX_RATE_LIMITS for --rate-limits) or
spindrift.config.yaml (under "sandbox") can set every option of start. Flags
override variables, variables override the file. The command config prints
the result.

Examples:
  $ spindrift-sandbox                             at http://127.0.0.1:${defaultPort}
  $ spindrift-sandbox start --state sandbox.db    store the state in a file
  $ spindrift-sandbox start --seed 7              same tokens and ids every run
  $ spindrift-sandbox start --world world.yaml    your own seed data
  $ spindrift-sandbox exec -- pytest -q           run a command with a sandbox

  In another terminal:
  $ eval "$(spindrift-sandbox env)"               set the variables of clients
  $ spindrift-sandbox clock --advance 3600        move the clock by an hour
  $ spindrift-sandbox snapshot save clean         save the state
  $ spindrift-sandbox world diff                  list what changed
`
