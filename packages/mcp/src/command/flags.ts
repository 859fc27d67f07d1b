/** Flags of the command line and their environment variables. */
import { findNearest } from '../arguments/nearest-name.ts'
import { type Toolset, toolsets } from '../server/settings.ts'

export interface Flags {
  readonly command: 'serve' | 'doctor' | 'help' | 'version'
  readonly http: boolean
  readonly port: number
  readonly sandbox: boolean
  readonly baseUrl: string | undefined
  readonly audience: string | undefined
  readonly allowWrites: boolean
  readonly allowDestructive: boolean
  readonly dryRun: boolean
  readonly tools: readonly string[] | undefined
  readonly toolset: Toolset
  readonly timeoutMs: number
  readonly log: boolean
  readonly json: boolean
}

const options = {
  http: { type: 'boolean' },
  port: { type: 'string' },
  sandbox: { type: 'boolean' },
  'base-url': { type: 'string' },
  url: { type: 'string' },
  audience: { type: 'string' },
  'allow-create': { type: 'boolean' },
  'allow-all': { type: 'boolean' },
  // Earlier names of these two.
  'allow-writes': { type: 'boolean' },
  'allow-destructive': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  tools: { type: 'string', multiple: true },
  toolset: { type: 'string' },
  timeout: { type: 'string' },
  log: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/** Parses the flags, with Node's parser because it starts fast. @throws Error with a message for users */
export function parseFlags(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Flags {
  checkNames(args)
  const { values, positionals } = process
    .getBuiltinModule('node:util')
    .parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  const [command = 'serve', ...rest] = positionals
  if ((command !== 'serve' && command !== 'doctor') || rest.length > 0)
    throw createUnknownError('command', positionals.join(' '), ['serve', 'doctor'])
  const toolset = toolsets.find((each) => each === (values.toolset ?? 'databases'))
  if (!toolset) throw new Error(`--toolset must be one of ${toolsets.join(', ')}.`)
  if (values.url !== undefined && values['base-url'] !== undefined)
    throw new Error('--url and --base-url are the same flag. Pass only one.')
  const baseUrl = values['base-url'] ?? values.url
  for (const name of ['base-url', 'url', 'audience'] as const)
    if (values.sandbox && values[name] !== undefined) throw new Error(`--sandbox and --${name} cannot be combined.`)
  if (values.port !== undefined && !values.http) throw new Error('--port requires --http.')
  if (values.json && command !== 'doctor') throw new Error('--json is only for doctor.')
  const tools = values.tools?.flatMap((each) => each.split(',').map((name) => name.trim())).filter((name) => name !== '')
  if (tools?.length === 0) throw new Error('--tools is empty. Pass names separated by commas, such as db-cluster-list,db-cluster-get.')
  return {
    command: values.help ? 'help' : values.version ? 'version' : command,
    http: values.http ?? false,
    port: parseNumber('--port', values.port ?? '4030', 0, 65_535),
    sandbox: values.sandbox ?? false,
    baseUrl: baseUrl ?? (environment['SPINDRIFT_BASE_URL'] || undefined),
    audience: values.audience,
    allowWrites: values['allow-create'] ?? values['allow-writes'] ?? false,
    allowDestructive: values['allow-all'] ?? values['allow-destructive'] ?? false,
    dryRun: values['dry-run'] ?? false,
    tools,
    toolset,
    timeoutMs: parseNumber('--timeout', values.timeout ?? '60', 1, 3600) * 1000,
    log: values.log ?? false,
    json: values.json ?? false,
  }
}

/** Rejects unknown options with a suggestion, which Node's parser lacks. */
function checkNames(args: readonly string[]): void {
  for (const arg of args) {
    const [, name] = /^--([^=]+)/.exec(arg) ?? []
    if (name === undefined || Object.hasOwn(options, name)) continue
    throw createUnknownError(
      'option',
      `--${name}`,
      Object.keys(options).map((each) => `--${each}`),
    )
  }
}

/** Creates the error in the same wording as the other commands. */
function createUnknownError(subject: string, name: string, names: readonly string[]): Error {
  const nearest = findNearest(name, names)
  return new Error(`unknown ${subject} '${name}'${nearest === undefined ? '. See --help.' : ` (Did you mean ${nearest}?)`}`)
}

function parseNumber(name: string, text: string, min: number, max: number): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < min || Number(text) > max)
    throw new Error(`${name} must be an integer from ${min} to ${max}.`)
  return Number(text)
}

export const help = `Usage: spindrift-mcp [serve] [options]
       spindrift-mcp doctor [options]

Serves the platform's database tools to AI agents over the Model Context Protocol. Read-only by default.

  --sandbox              start a sandbox with example data in this process; needs no account
  --base-url <url>       base URL of the control API, without /v2 (SPINDRIFT_BASE_URL); short form: --url
  --allow-create         also offer tools that create something
  --allow-all            offer all tools, including tools that change or delete
  --dry-run              offer all tools; tools that change something show the request without sending it
  --tools <a,b>          offer only these tools
  --toolset <set>        databases (38 tools), control (any operation, with three tools) or all
  --http                 serve streamable HTTP on loopback instead of standard input and output
  --port <number>        with --http: port to listen on, 0 for any free port (4030)
  --audience <url>       with --http: call the platform with the caller's token, which must be issued for this base URL
  --timeout <seconds>    maximum time of a call (60)
  --log                  write a line per call to standard error, without arguments
  --json                 doctor: print the results as one JSON line
  --version, --help

The token is read only from SPINDRIFT_TOKEN. \`doctor\` checks token, base URL and scopes.

  SPINDRIFT_TOKEN=… spindrift-mcp --base-url https://api.example.com
  spindrift-mcp --sandbox --allow-all
`
