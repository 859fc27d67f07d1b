/** Asks the control plane of a sandbox that runs elsewhere. */
import { Option } from 'commander'
import { defaultPort } from '../start-sandbox.ts'

/** Fresh each time: commander keeps what was given with the option. */
export const makeUrlOption = () =>
  new Option('--url <url>', 'the sandbox to ask').default(`http://127.0.0.1:${defaultPort}`).env('SPINDRIFT_BASE_URL')

export const makeJsonOption = () => new Option('--json', 'print what the sandbox answers as one JSON line')

/** @throws Error in one line, when nothing answers there or the request is refused */
export async function askRunning(url: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const base = URL.parse(url)
  if (!base || base.protocol !== 'http:')
    throw new Error(`"${url}" is not the URL of a sandbox. Give one like http://127.0.0.1:${defaultPort}.`)
  const response = await fetch(`${base.origin}/_sandbox/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    throw new Error(`No sandbox answers at ${base.origin}. Start one with: spindrift-sandbox start, or give its --url.`, { cause })
  })
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (!response.ok)
    throw new Error(typeof answer['message'] === 'string' ? answer['message'] : `${base.origin} answered ${response.status}.`)
  return answer
}
