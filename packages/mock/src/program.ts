/** Commands of `spindrift-mock`. Only commands that need Prism load it, so that the others start fast. */
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError, Option } from 'commander'
import { mockDefaults, ownDocument, proxyDefaults, parseUpstream, toPrismArguments, type MockOptions } from './options.ts'
import { checkUpstream } from './check-upstream.ts'
import { listScenarios, type Scenario } from './scenarios.ts'

type Flags = Required<Pick<MockOptions, 'port' | 'dynamic' | 'errors'>>

export function createProgram(version: string): Command {
  const program = new Command('spindrift-mock')
    .description(
      'Serves the examples of the specification for every operation of the platform. The mock keeps no state: for that, run @spindrift/sandbox.',
    )
    .version(version, '--version', 'print the version')
    .configureOutput({ outputError: (text, write) => write(`spindrift-mock: ${explain(text)}\n`) })
    .addHelpText('after', examples)

  program
    .command('start')
    .description('start the mock')
    .addOption(portOption())
    .option('--dynamic', 'generate values from the schemas instead of using the examples', mockDefaults.dynamic)
    .option('--errors', 'return 500 if an example violates its schema', mockDefaults.errors)
    .action(async (flags: Flags) => {
      const { startMock } = await import('./start-mock.ts')
      const mock = await startMock({ ...flags, onMessage: printMessage })
      console.log(`Mock listening on ${mock.url}. It accepts any token. Press Ctrl+C to stop.`)
    })

  program
    .command('proxy')
    .description('validate all traffic to another server against the specification')
    .argument('<url>', 'URL of the server, for example http://127.0.0.1:4020')
    .addOption(portOption())
    .option('--errors', 'reject invalid requests and responses instead of only reporting them', proxyDefaults.errors)
    .action(async (upstream: string, flags: Flags) => {
      const address = parseUpstream(upstream)
      await checkUpstream(address)
      const { startProxy } = await import('./start-proxy.ts')
      const proxy = await startProxy({ ...flags, upstream: address, onMessage: printMessage })
      console.log(`Proxy to ${upstream} listening on ${proxy.url}. Press Ctrl+C to stop.`)
    })

  program
    .command('list')
    .description('list the responses that you can request')
    .argument('[filter]', 'only operations with this in their id, path or method')
    .option('--json', 'print JSON, with a valid request for each response')
    .action((filter: string | undefined, { json }: { json?: boolean }) => {
      const scenarios = listScenarios(filter)
      if (scenarios.length === 0) throw new Error(`No operation matches "${filter ?? ''}" in its id, path or method.`)
      console.log(json ? JSON.stringify(scenarios, undefined, 2) : scenarios.map(formatScenario).join('\n'))
    })

  program
    .command('print-command')
    .description('print the equivalent command of Prism')
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
  $ spindrift-mock start --port 0                    uses a free port
  $ spindrift-mock proxy http://127.0.0.1:4020       validates the responses of a server
  $ spindrift-mock list volumes                      lists the responses of volumes
  $ spindrift-mock print-command --dynamic           the same with Prism's own program
`

function explain(error: string): string {
  return error
    .replace(/^error: /, '')
    .trim()
    .replace(/^unknown .*'$/, '$&. See --help.')
    .replaceAll('\n', ' ')
}

function portOption(): Option {
  return new Option('-p, --port <number>', 'port to listen on; 0 for any free port').default(mockDefaults.port).argParser(parsePort)
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Use an integer from 0 to 65535.')
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
