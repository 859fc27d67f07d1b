/** The commands of `spindrift-mock`. Prism is loaded only by those that need it, so that the others answer at once. */
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError, Option } from 'commander'
import { mockDefaults, ownDocument, proxyDefaults, parseUpstream, toPrismArguments, type MockOptions } from './options.ts'
import { checkUpstream } from './check-upstream.ts'
import { listScenarios, type Scenario } from './scenarios.ts'

type Flags = Required<Pick<MockOptions, 'port' | 'dynamic' | 'errors'>>

export function createProgram(version: string): Command {
  const program = new Command('spindrift-mock')
    .description(
      "Answers every operation of the platform with the specification's examples. It keeps no state: for that, run @spindrift/sandbox.",
    )
    .version(version, '--version', 'print the version')
    .configureOutput({ outputError: (text, write) => write(`spindrift-mock: ${explain(text)}\n`) })
    .addHelpText('after', examples)

  program
    .command('start')
    .description('start the mock')
    .addOption(portOption())
    .option('--dynamic', 'make values up from the schemas instead of taking the examples', mockDefaults.dynamic)
    .option('--errors', 'answer 500 when an example breaks its own schema', mockDefaults.errors)
    .action(async (flags: Flags) => {
      const { startMock } = await import('./start-mock.ts')
      const mock = await startMock({ ...flags, onMessage: printMessage })
      console.log(`The mock answers at ${mock.url}. Any token will do. Stop it with Ctrl+C.`)
    })

  program
    .command('proxy')
    .description('check all traffic to another server against the specification')
    .argument('<url>', 'the server, for example http://127.0.0.1:4020')
    .addOption(portOption())
    .option('--errors', 'refuse what breaks the specification instead of only reporting it', proxyDefaults.errors)
    .action(async (upstream: string, flags: Flags) => {
      const address = parseUpstream(upstream)
      await checkUpstream(address)
      const { startProxy } = await import('./start-proxy.ts')
      const proxy = await startProxy({ ...flags, upstream: address, onMessage: printMessage })
      console.log(`The proxy to ${upstream} answers at ${proxy.url}. Stop it with Ctrl+C.`)
    })

  program
    .command('list')
    .description('print every reply the mock can be asked for')
    .argument('[filter]', 'only operations with this in their id, path or method')
    .option('--json', 'print JSON, with a request for each')
    .action((filter: string | undefined, { json }: { json?: boolean }) => {
      const scenarios = listScenarios(filter)
      if (scenarios.length === 0) throw new Error(`No operation has "${filter ?? ''}" in its id, path or method.`)
      console.log(json ? JSON.stringify(scenarios, undefined, 2) : scenarios.map(formatScenario).join('\n'))
    })

  program
    .command('print-command')
    .description("print the command that does the same with Prism's own program")
    .addOption(portOption())
    .option('--dynamic', 'as for start', mockDefaults.dynamic)
    .option('--errors', 'as for start', mockDefaults.errors)
    .action((flags: Flags) => {
      console.log(['prism', ...toPrismArguments(flags, fileURLToPath(ownDocument))].map(quote).join(' '))
    })

  return program
}

const examples = `
Examples:
  $ spindrift-mock start
  $ curl -H 'Authorization: Bearer any' http://127.0.0.1:4010/v2/volumes
  $ curl -H 'Authorization: Bearer any' -H 'Prefer: code=404, example=not_found' http://127.0.0.1:4010/v2/volumes
  $ spindrift-mock start --port 0                    any free port
  $ spindrift-mock proxy http://127.0.0.1:4020       is that server true to the specification?
  $ spindrift-mock list volumes                      what can be asked for
  $ spindrift-mock print-command --dynamic           the same with Prism alone
`

function explain(error: string): string {
  return error
    .replace(/^error: /, '')
    .trim()
    .replace(/^unknown .*'$/, '$&. --help lists what there is.')
    .replaceAll('\n', ' ')
}

function portOption(): Option {
  return new Option('-p, --port <number>', 'port to listen on, 0 for any that is free').default(mockDefaults.port).argParser(parsePort)
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Give a whole number from 0 to 65535.')
  return port
}

function formatScenario({ operation, method, path, status, example, mediaType }: Scenario): string {
  const prefer = `code=${status === 'default' ? '<any other>' : status}${example === null ? '' : `, example=${example}`}`
  return [method.padEnd(6), path, operation, prefer, mediaType ?? 'no body'].join('  ')
}

function printMessage(message: string): void {
  console.error(message)
}

function quote(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
