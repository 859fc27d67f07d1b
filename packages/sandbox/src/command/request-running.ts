/** Asks the control plane of a sandbox that runs elsewhere. */
import { type Command, Option } from 'commander'
import { defaultHost, defaultPort } from '../options.ts'
import { addSettings, readSettings } from './settings/add-settings.ts'
import { startSettings } from './settings/start-settings.ts'

export interface Running {
  /** Scheme, host and port. */
  readonly url: string
  readonly controlToken: string | undefined
}

/** What every command takes that asks one. @param otherwise which is asked where nothing is said */
export function addRunning(command: Command, otherwise = 'default: SPINDRIFT_BASE_URL, or where start would listen'): Command {
  const { name, short, takes, read } = startSettings.port
  command.addOption(new Option('--url <url>', `URL of the running sandbox (${otherwise})`).conflicts('port'))
  return addSettings(command, {
    port: { name, short, takes, read, about: 'its port, if it runs on this machine' },
    controlToken: { ...startSettings.controlToken, about: 'control token of the sandbox, if it needs one' },
  })
}

export const createJsonOption = () => new Option('--json', 'print the response of the sandbox as one JSON line')

/** Which one the flags mean, or the variables and the configuration file that a start here would go by. @throws Error in one line */
export async function findRunning(command: Command): Promise<Running> {
  const { url, port: isPortGiven } = command.opts<{ readonly url?: string; readonly port?: unknown }>()
  const { values } = await readSettings(command, startSettings)
  const scheme = values.tls === undefined && values.tlsCert === undefined ? 'http' : 'https'
  const own = `${scheme}://${nameHost(values.host)}:${values.port || defaultPort}`
  const given = url ?? (isPortGiven ? undefined : process.env['SPINDRIFT_BASE_URL'] || undefined) ?? own
  const base = URL.parse(given)
  if (!base || !/^https?:$/.test(base.protocol))
    throw new Error(`"${given}" is not the URL of a sandbox. Give one like http://${defaultHost}:${defaultPort}.`)
  return { url: base.origin, controlToken: values.controlToken }
}

function nameHost(host = defaultHost): string {
  if (host === '0.0.0.0' || host === '::') return defaultHost
  return host.includes(':') ? `[${host}]` : host
}

/** @throws Error in one line, when nothing answers there or the request is refused */
export async function requestRunning(
  running: Running,
  method: string,
  path: string,
  body?: object,
  milliseconds = 30_000,
): Promise<Record<string, unknown>> {
  const { url } = running
  const response = await fetch(`${url}/_sandbox/${path}`, {
    method,
    headers: { ...authorize(running), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(milliseconds),
  }).catch((cause: unknown) => {
    throw explain(url, cause)
  })
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (!response.ok) throw new Error(typeof answer['message'] === 'string' ? answer['message'] : `${url} answered ${response.status}.`)
  return answer
}

export function authorize({ controlToken: token }: Running): Readonly<Record<string, string>> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** What keeps a request from being answered, and what to do about it. */
export function explain(url: string, cause: unknown): Error {
  const { code = '' } = ((cause as Error).cause ?? {}) as { readonly code?: string }
  if (/CERT|SIGNATURE|TLS_CERT/.test(code))
    return new Error(
      `${url} shows a certificate that this program does not know (${code}). Put the one that stands for it, ${url}/_sandbox/ca.pem if it ` +
        'was started with --tls self-signed, into a file and name that in NODE_EXTRA_CA_CERTS.',
      { cause },
    )
  return new Error(`No sandbox answers at ${url}. Start one with: spindrift-sandbox start, or give its --url.`, { cause })
}
