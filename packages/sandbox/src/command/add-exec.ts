/** `spindrift-sandbox exec`: runs a command with its own sandbox. */
import type { Command } from 'commander'
import { listEnvironment } from '../control/client-variables.ts'
import { startSandbox } from '../start-sandbox.ts'
import { addControlToken } from './format-environment.ts'
import { logRequest } from './log-request.ts'
import { runChild } from './run-child.ts'
import { addSettings, readSettings } from './settings/add-settings.ts'
import { type StartSettings, startSettings } from './settings/start-settings.ts'
import { startFromWorld } from './start-from-world.ts'
import { formatError } from './format-error.ts'
import { writeTrust } from './write-trust.ts'

const { json: _json, open: _open, port: startPort, ...others } = startSettings
const { defaultText: _default, ...port } = { ...startPort, description: 'port to listen on; default: a free port' }

export function addExec(program: Command): void {
  addSettings(program.command('exec').usage('[options] -- <command...>').description('run a command with its own sandbox'), {
    ...others,
    port,
  })
    .argument('[command...]', 'command to run, after --; its environment selects the sandbox')
    .configureOutput({
      outputError: (text, write) =>
        write(formatError(text, '. Put the command after --, for example: spindrift-sandbox exec -- pytest -q')),
    })
    .addHelpText('after', examples)
    .action(async (words: readonly string[], flags: Flags, command: Command) => {
      const { values } = await readSettings(command, startSettings)
      process.exitCode = await exec(words, { ...values, ...resetLocation(flags) })
    })
}

type Flags = Readonly<Record<string, unknown>>

/** Defaults for port, host, base URL and state: variables and the configuration file set them for `start`, and only flags for `exec`. */
function resetLocation(flags: Flags): Partial<StartSettings> {
  const own = { port: 0, host: undefined, baseUrl: undefined, state: undefined }
  return Object.fromEntries(Object.entries(own).filter(([name]) => flags[name] === undefined))
}

async function exec([file, ...args]: readonly string[], settings: StartSettings): Promise<number> {
  if (file === undefined) throw new Error('No command. Put it after --, for example: spindrift-sandbox exec -- pytest -q')
  const { json: _jsonFlag, open: _openFlag, log, world: worldName, ...options } = settings
  const sandbox = await startFromWorld(worldName, (world) => startSandbox({ ...options, world, ...(log && { onRequest: logRequest }) }))
  process.once('exit', sandbox.end)
  const trust = sandbox.ca === undefined ? undefined : writeTrust(sandbox.ca)
  const own = listEnvironment(options.baseUrl ?? sandbox.url, sandbox.credentials(), sandbox.services)
  const environment = { ...process.env, ...addControlToken(own, sandbox.controlToken), ...trust?.environment }
  const code = await runChild(file, args, bypassProxies(environment))
  trust?.remove()
  await sandbox.close()
  return code
}

/** Adds loopback to `NO_PROXY`: a proxy cannot reach a sandbox on loopback. */
function bypassProxies(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSet = Object.keys(environment).some((name) => /^(?:https?|all)_proxy$/i.test(name))
  if (!isSet) return environment
  const names = [environment['NO_PROXY'] ?? environment['no_proxy'], '127.0.0.1', 'localhost'].filter(Boolean).join(',')
  return { ...environment, NO_PROXY: names, no_proxy: names }
}

const examples = `
The sandbox listens on a free loopback port and keeps its state in memory. The command starts when the sandbox is ready, and the sandbox stops when
the command exits. Signals are passed on. All settings of start work, but --port, --host, --base-url and --state only as flags, so that exec never
uses the sandbox that spindrift.config.yaml configures.

Examples:
  $ spindrift-sandbox exec -- pytest -q
  $ spindrift-sandbox exec --action-seconds 0 --rate-limits off -- go test ./...
  $ spindrift-sandbox exec --action-seconds 0 -- sh -c 'terraform init && terraform apply -auto-approve'
  $ spindrift-sandbox exec -- sh                      a shell whose clients use the sandbox
`
