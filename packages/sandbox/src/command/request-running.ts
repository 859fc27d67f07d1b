/** Requests to the control API of a running sandbox. */
import { type Command, Option } from 'commander'
import { defaultHost, defaultPort } from '../options.ts'
import { addSettings, readSettings } from './settings/add-settings.ts'
import { startSettings } from './settings/start-settings.ts'

export interface Running {
  /** Scheme, host and port. */
  readonly url: string
  readonly controlToken: string | undefined
}

/** Adds the options that select the running sandbox. @param defaultText default of the URL, for help */
export function addRunning(command: Command, defaultText = 'default: SPINDRIFT_BASE_URL, or the address of start'): Command {
  const { name, short, valueName, parse } = startSettings.port
  const group = 'Running sandbox'
  command.addOption(new Option('--url <url>', `its URL (${defaultText})`).helpGroup(`${group}:`).conflicts('port'))
  return addSettings(command, {
    port: { name, group, short, valueName, parse, description: 'its port, if it runs on this machine' },
    controlToken: { ...startSettings.controlToken, group, description: 'its control token, if it needs one' },
  })
}

export const createJsonOption = () => new Option('--json', 'print the response as one JSON line')

/** URL and control token of the running sandbox, from flags, variables or the configuration file. @throws Error in one line */
export async function findRunning(command: Command): Promise<Running> {
  const { url, port: isPortGiven } = command.opts<{ readonly url?: string; readonly port?: unknown }>()
  const { values } = await readSettings(command, startSettings)
  const scheme = values.tls === undefined && values.tlsCert === undefined ? 'http' : 'https'
  const defaultUrl = `${scheme}://${formatHost(values.host)}:${values.port || defaultPort}`
  const text = url ?? (isPortGiven ? undefined : process.env['SPINDRIFT_BASE_URL'] || undefined) ?? defaultUrl
  const base = URL.parse(text)
  if (!base || !/^https?:$/.test(base.protocol))
    throw new Error(`"${text}" is not the URL of a sandbox. Give one, for example http://${defaultHost}:${defaultPort}.`)
  return { url: base.origin, controlToken: values.controlToken }
}

function formatHost(host = defaultHost): string {
  if (host === '0.0.0.0' || host === '::') return defaultHost
  return host.includes(':') ? `[${host}]` : host
}

/** @throws Error in one line if the sandbox is not running or rejects the request */
export async function requestRunning(
  running: Running,
  method: string,
  path: string,
  body?: object,
  timeoutMs = 30_000,
): Promise<Record<string, unknown>> {
  const { url } = running
  const response = await fetch(`${url}/_sandbox/${path}`, {
    method,
    headers: { ...authorize(running), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw explainConnectionError(url, cause)
  })
  const reply = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (!response.ok) throw new Error(typeof reply['message'] === 'string' ? reply['message'] : `${url} returned status ${response.status}.`)
  return reply
}

export function authorize({ controlToken: token }: Running): Readonly<Record<string, string>> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** Error for a request without a response, with the fix. */
export function explainConnectionError(url: string, cause: unknown): Error {
  const { code = '' } = ((cause as Error).cause ?? {}) as { readonly code?: string }
  if (/CERT|SIGNATURE|TLS_CERT/.test(code))
    return new Error(
      `The certificate of ${url} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to a file with its CA certificate` +
        ` (with --tls self-signed, download it from ${url}/_sandbox/ca.pem).`,
      { cause },
    )
  return new Error(`No sandbox is running at ${url}. Start one with: spindrift-sandbox start, or set --url.`, { cause })
}
