/** `spindrift-sandbox exec`: a sandbox for as long as a command runs. */
import type { Command } from 'commander'
import { listEnvironment } from '../control/client-variables.ts'
import { startSandbox } from '../start-sandbox.ts'
import { addControlToken } from './add-env.ts'
import { recordRequest } from './record-request.ts'
import { runChild } from './run-child.ts'
import { addSettings, readSettings } from './settings/add-settings.ts'
import { type StartSettings, startSettings } from './settings/start-settings.ts'
import { startFromWorld } from './start-from-world.ts'
import { formatError } from './format-error.ts'
import { writeTrust } from './write-trust.ts'

const { json: _json, open: _open, port: startPort, ...others } = startSettings
const { otherwise: _otherwise, ...port } = { ...startPort, about: 'port to listen on; default: a free port' }

export function addExec(program: Command): void {
  addSettings(
    program
      .command('exec')
      .usage('[options] -- <command...>')
      .description('start a sandbox, run a command with it, and exit with the exit code of the command'),
    { ...others, port },
  )
    .argument('[command...]', 'command to run, after --; its environment makes all clients of the platform use the sandbox')
    .configureOutput({
      outputError: (text, write) => write(formatError(text, '. What is to be run comes after --: spindrift-sandbox exec -- pytest -q')),
    })
    .addHelpText('after', examples)
    .action(async (words: readonly string[], flags: Flags, command: Command) => {
      const { values } = await readSettings(command, startSettings)
      process.exitCode = await exec(words, { ...values, ...keepToItself(flags) })
    })
}

type Flags = Readonly<Record<string, unknown>>

/** What variables and the configuration file say of place and state is of the one that is started. This is another, unless it is told so by flags. */
function keepToItself(flags: Flags): Partial<StartSettings> {
  const own = { port: 0, host: undefined, baseUrl: undefined, state: undefined }
  return Object.fromEntries(Object.entries(own).filter(([name]) => flags[name] === undefined))
}

async function exec([file, ...args]: readonly string[], settings: StartSettings): Promise<number> {
  if (file === undefined) throw new Error('Say what to run: spindrift-sandbox exec -- pytest -q')
  const { log, world: named, ...options } = settings
  const sandbox = await startFromWorld(named, (world) => startSandbox({ ...options, world, ...(log && { onRequest: recordRequest }) }))
  process.once('exit', sandbox.end)
  const trust = sandbox.ca === undefined ? undefined : writeTrust(sandbox.ca)
  const own = listEnvironment(options.baseUrl ?? sandbox.url, sandbox.credentials())
  const environment = { ...process.env, ...addControlToken(own, sandbox.controlToken), ...trust?.environment }
  const code = await runChild(file, args, keepOffProxies(environment))
  trust?.remove()
  await sandbox.close()
  return code
}

/** A proxy that is set for the world outside cannot reach what listens here. */
function keepOffProxies(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
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
