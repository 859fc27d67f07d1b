/** `spindrift-sandbox record`. */
import { type Command, Option } from 'commander'
import { parseFile, parsePort } from './parse-flags.ts'
import { version } from '../control/version.ts'

interface RecordFlags {
  readonly target: URL
  readonly out: string
  readonly port: number
}

export function addRecord(program: Command): void {
  program
    .command('record')
    .description('record traffic of a real account as HAR, secrets masked')
    .addOption(new Option('--target <url>', 'base URL of the API to record').argParser(parseTarget).makeOptionMandatory())
    .addOption(
      new Option('--out <file>', 'HAR file to create; an existing file is not overwritten').argParser(parseFile).makeOptionMandatory(),
    )
    .addOption(new Option('-p, --port <number>', 'port to listen on; 0 for any free port').default(4030).argParser(parsePort))
    .addHelpText('after', examples)
    .action(record)
}

async function record({ target, out, port }: RecordFlags): Promise<void> {
  const [{ createMasker }, { openHarFile }, { startRecorder }, { formatEntry }] = await Promise.all([
    import('../recording/record/mask-exchange.ts'),
    import('../recording/record/open-har-file.ts'),
    import('../recording/record/start-recorder.ts'),
    import('../recording/har.ts'),
  ])
  const mask = createMasker()
  const file = openHarFile(out, version)
  const recorder = await startRecorder({
    target,
    port,
    onExchange: (context) => file.add(formatEntry(mask(context))),
    onError: (message) => console.error(`spindrift-sandbox: ${message}`),
  })
  console.log(`Recording ${target.origin} to ${out}. Point your client at ${recorder.url}. Stop with Ctrl+C.`)
  const stop = async () => {
    await recorder.close()
    file.close()
    console.log(
      `${file.count()} requests are in ${out}. Review the file before you share it. Compare it with: spindrift-sandbox compare ${out}`,
    )
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop())
}

function parseTarget(text: string): URL {
  const target = URL.parse(text)
  if (!target || !/^https?:$/.test(target.protocol))
    throw new Error(`--target: "${text}" is not a URL. Give the base URL, for example https://api.spindrift.example.`)
  if (target.pathname !== '/' || target.search !== '' || target.username !== '')
    throw new Error(`--target: Give only the base URL, ${target.origin}, without a path, a query or a user.`)
  return target
}

const examples = `
Tokens, keys and passwords are masked: all values that the specification marks
as secret, and all headers that are not known to be public. Names, ids,
addresses and free text, such as user data, are recorded unchanged. Review a
recording before you share it.

Examples:
  $ spindrift-sandbox record --target https://api.spindrift.example --out droplets.har
  $ DIGITALOCEAN_API_URL=http://127.0.0.1:4030 doctl compute droplet list       in another terminal
  $ spindrift-sandbox compare droplets.har                                      lists differences
`
