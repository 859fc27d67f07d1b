/** `spindrift-sandbox compare`. */
import { writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { createSandbox } from '../create-sandbox.ts'
import { readText } from '../read-text.ts'
import type { SendRequest, ReplayReport } from '../recording/compare/replay.ts'
import type { Exchange } from '../recording/exchange.ts'
import { addRunning, authorize, explainConnectionError, findRunning, type Running } from './request-running.ts'
import { parseFile, parseSeconds } from './parse-flags.ts'

interface CompareFlags {
  readonly json?: string
  readonly actionSeconds?: number
}

export function addCompare(program: Command): void {
  addRunning(
    program.command('compare').description('replay recorded traffic and list different responses'),
    'its clock is moved; default: a new one',
  )
    .argument('<recordings...>', 'HAR files, replayed in this order')
    .addOption(new Option('--json <file>', 'also write all differences to this file').argParser(parseFile))
    .addOption(
      new Option('--action-seconds <number>', 'duration of every action of the new sandbox')
        .argParser(parseSeconds)
        .conflicts(['url', 'port']),
    )
    .addHelpText('after', examples)
    .action(compare)
}

async function compare(files: readonly string[], flags: CompareFlags, command: Command): Promise<void> {
  try {
    const exchanges = await readAll(files)
    // The clock of the sandbox is moved, so a running sandbox is used only when a flag names it.
    const hasTarget = command.getOptionValue('url') !== undefined || command.getOptionValue('port') !== undefined
    const running = hasTarget ? await findRunning(command) : undefined
    const result = await replayAgainst(exchanges, running, flags)
    const { formatReport } = await import('../recording/compare/format-report.ts')
    if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify({ recordings: files, ...result }, undefined, 2)}\n`)
    console.log(formatReport(result))
    if (result.differences.length > 0) process.exitCode = 1
  } catch (error) {
    console.error(`spindrift-sandbox: ${(error as Error).message}`)
    process.exitCode = 2
  }
}

async function readAll(files: readonly string[]): Promise<readonly Exchange[]> {
  const { parseHar } = await import('../recording/har.ts')
  return (await Promise.all(files.map((file) => parseHar(readText(file), file)))).flat()
}

async function replayAgainst(
  exchanges: readonly Exchange[],
  running: Running | undefined,
  { actionSeconds }: CompareFlags,
): Promise<ReplayReport> {
  const { replay } = await import('../recording/compare/replay.ts')
  if (running) {
    const { url } = running
    const send: SendRequest = (path, init) => {
      const headers = { ...(init.headers as Record<string, string>), ...(path.startsWith('/_sandbox') && authorize(running)) }
      return fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' }).catch((cause: unknown) => {
        throw explainConnectionError(url, cause)
      })
    }
    return replay(exchanges, send, url)
  }
  const origin = 'http://localhost'
  const sandbox = createSandbox({ seed: 'compare', ...(actionSeconds !== undefined && { actionSeconds }) })
  try {
    return await replay(exchanges, (path, init) => sandbox.fetch(`${origin}${path}`, init), origin)
  } finally {
    sandbox.close()
  }
}

const examples = `
Requests are sent in their order and at their recorded times, according to the
clock of the sandbox. Recorded ids, addresses and names are replaced by those of
the sandbox. Requests about resources that were created before the recording are
not compared.

Kinds of differences: status, missing, extra, type, value, reference (an id that
points elsewhere), order, timing (a state or a time), message, link, header.
Differences between any two accounts are listed separately, with the reason.

Exit codes: 0 no difference, 1 differences, 2 a file cannot be read.

Examples:
  $ spindrift-sandbox compare droplets.har
  $ spindrift-sandbox compare --json report.json fixtures/*.har
  $ spindrift-sandbox compare before.har droplets.har       the second may use resources of the first
`
