/** `spindrift-sandbox record`. */
import { type Command, Option } from 'commander'
import { readFile, readPort } from './read-flags.ts'
import { version } from '../control/version.ts'

interface RecordFlags {
  readonly target: URL
  readonly out: string
  readonly port: number
}

export function addRecord(program: Command): void {
  program
    .command('record')
    .description("write down a real account's traffic, with nothing private in it")
    .addOption(
      new Option('--target <url>', 'base URL of the API to record; nothing else is contacted').argParser(readTarget).makeOptionMandatory(),
    )
    .addOption(
      new Option('--out <file>', 'the recording, HAR 1.2; a file that is there is not written over')
        .argParser(readFile)
        .makeOptionMandatory(),
    )
    .addOption(new Option('-p, --port <number>', 'port to listen on, 0 for any that is free').default(4030).argParser(readPort))
    .addHelpText('after', examples)
    .action(record)
}

async function record({ target, out, port }: RecordFlags): Promise<void> {
  const [{ collectVocabulary }, { createMasker }, { openHarFile }, { startRecorder }, { writeEntry }] = await Promise.all([
    import('../recording/record/vocabulary.ts'),
    import('../recording/record/mask-exchange.ts'),
    import('../recording/record/open-har-file.ts'),
    import('../recording/record/start-recorder.ts'),
    import('../recording/formats/har.ts'),
  ])
  const mask = createMasker(collectVocabulary())
  const file = openHarFile(out, version)
  const recorder = await startRecorder({
    target,
    port,
    onExchange: (exchange) => file.add(writeEntry(mask(exchange))),
    onError: (message) => console.error(`spindrift-sandbox: ${message}`),
  })
  console.log(`Recording ${target.origin} to ${out}. Point your client at ${recorder.url}. Stop with Ctrl+C.`)
  const stop = async () => {
    await recorder.close()
    file.close()
    console.log(`${file.count()} requests are in ${out}. Look it over before you pass it on, then: spindrift-sandbox compare ${out}`)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop())
}

function readTarget(text: string): URL {
  const target = URL.parse(text)
  if (!target || !/^https?:$/.test(target.protocol))
    throw new Error(`--target: "${text}" is not a URL. Give one like https://api.spindrift.example.`)
  if (target.pathname !== '/' || target.search !== '' || target.username !== '')
    throw new Error(`--target: give the base URL alone, ${target.origin}, without a path, a query or a user.`)
  return target
}

const examples = `
Tokens, keys, passwords, addresses, hosts, ids and names become others, each the same everywhere. What stays: statuses, fields,
numbers, times, and words that the specification or the platform's catalogs list. Texts of models and users are left out.

Examples:
  $ spindrift-sandbox record --target https://api.spindrift.example --out droplets.har
  $ DIGITALOCEAN_API_URL=http://127.0.0.1:4030 doctl compute droplet list       in another terminal
  $ spindrift-sandbox compare droplets.har                                      where does the sandbox answer otherwise?
`
