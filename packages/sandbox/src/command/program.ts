/** The commands of `spindrift-sandbox`. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { defaultPort, type RunningSandbox, startSandbox } from '../start-sandbox.ts'
import { writeBanner } from './write-banner.ts'

interface StartFlags {
  readonly port: number
  readonly state?: string
  readonly seed?: string
  readonly rateLimits: 'on' | 'off'
  readonly actionSeconds?: number
  readonly json?: boolean
}

export function createProgram(): Command {
  const program = new Command('spindrift-sandbox')
    .description('The whole platform on this machine: state that behaves, limits, locks, actions that take their time.')
    .configureOutput({
      outputError: (text, write) =>
        write(
          `spindrift-sandbox: ${text
            .replace(/^error: /, '')
            .trim()
            .replaceAll('\n', ' ')}\n`,
        ),
    })
    .addHelpText('after', examples)
  program
    .command('start', { isDefault: true })
    .description('start the sandbox')
    .addOption(new Option('-p, --port <number>', 'port to listen on, 0 for any that is free').default(defaultPort).argParser(readPort))
    .option('--state <file>', 'keep the state in this file; without it, the state ends with the process')
    .option('--seed <text>', 'what every id and token follows from, to have the same again')
    .addOption(new Option('--rate-limits <on|off>', 'refuse requests beyond the limits').choices(['on', 'off']).default('on'))
    .addOption(new Option('--action-seconds <number>', 'how long every action takes, instead of each its own time').argParser(readSeconds))
    .option('--json', 'print the start as one JSON line')
    .action(async ({ json, ...flags }: StartFlags) => {
      const sandbox = await startSandbox({ ...flags, onError: (error, id) => console.error(`request ${id}:`, error) })
      console.log(writeBanner(sandbox, flags, json === true))
      stopOnSignal(sandbox)
    })
  return program
}

function stopOnSignal(sandbox: RunningSandbox): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
}

const examples = `
Examples:
  $ spindrift-sandbox                                 http://127.0.0.1:${defaultPort}, state in memory
  $ spindrift-sandbox start --state sandbox.db        keeps everything over restarts
  $ spindrift-sandbox start --seed 7 --port 0         the same tokens and ids every time, any free port
  $ spindrift-sandbox start --action-seconds 0 --rate-limits off    for tests
`

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Give a whole number from 0 to 65535.')
  return port
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Give a number of seconds, 0 or more.')
  return seconds
}
