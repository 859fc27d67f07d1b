#!/usr/bin/env node
/** `spindrift-reference`: serves the reference offline, or writes it for a static host. */
import { Command, InvalidArgumentError } from 'commander'
import { serveReference } from './serve-reference.ts'
import { version } from './version.ts'
import { writeReference } from './write-site.ts'

interface Flags {
  readonly port: number
  readonly host: string
  readonly out?: string
  readonly baseUrl?: string
  readonly sandboxUrl?: string
}

const program = new Command('spindrift-reference')
  .description('Serves the API reference on this machine, or writes it for a static host. Contacts no other host.')
  .version(version, '--version', 'print the version')
  .option('-p, --port <number>', 'port to listen on; 0 for any free port', parsePort, 4040)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--sandbox-url <url>', 'sandbox on this machine to which "Try it" sends requests', parseSandboxUrl)
  .option('--out <folder>', 'write the pages to this folder instead of serving them, for any static host and path')
  .option('--base-url <url>', 'with --out: URL of the pages, for canonical links and sitemap.xml', parseBaseUrl)
  .addHelpText(
    'after',
    '\nExamples:\n  $ spindrift-reference\n  $ spindrift-reference --port 0\n  $ spindrift-reference --out public --base-url https://docs.example.com/cloud/',
  )
  .configureOutput({
    outputError: (text, write) =>
      write(
        `spindrift-reference: ${text
          .replace(/^error: /, '')
          .trim()
          .replaceAll('\n', ' ')}\n`,
      ),
  })
  .allowExcessArguments()
  .action(async (flags: Flags, { args }: Command) => {
    if (args[0] !== undefined)
      throw new Error(
        `unknown command '${args[0]}'. There are no commands; the flags are --port, --host, --sandbox-url, --out and --base-url.`,
      )
    if (flags.out !== undefined) return exportSite(flags.out, flags.baseUrl)
    if (flags.baseUrl !== undefined) throw new Error('--base-url requires --out <folder>.')
    const reference = await serveReference(flags)
    console.log(`Reference listening on ${reference.url}. Press Ctrl+C to stop.`)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void reference.close())
  })

function exportSite(out: string, baseUrl: string | undefined): void {
  const pages = writeReference(out, baseUrl === undefined ? {} : { baseUrl })
  console.log(`Wrote ${pages} pages to ${out}.${baseUrl === undefined ? ' Add --base-url to write sitemap.xml.' : ''}`)
}

function parseBaseUrl(text: string): string {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('Use a URL with http:// or https://, without ? and #.')
  return url.href
}

/** The pages may send requests only to these hosts. */
function parseSandboxUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' || !['127.0.0.1', 'localhost'].includes(url.hostname))
    throw new InvalidArgumentError('Use a URL with http://127.0.0.1 or http://localhost.')
  return url.origin
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Use an integer from 0 to 65535.')
  return port
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(`spindrift-reference: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
