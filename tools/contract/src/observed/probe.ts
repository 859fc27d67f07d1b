/** What a case looks at the sandbox with. Every case has a sandbox of its own. */
import { createSandbox, type SandboxOptions } from '@spindrift/sandbox'
import { isDeepStrictEqual } from 'node:util'

// oxlint-disable-next-line typescript/no-explicit-any -- cases look into replies of every kind; the fuzz proves their shapes
export type Json = any

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
  readonly text: string
}

export interface Asked {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Probe extends ReturnType<typeof openOne> {
  /** Another sandbox, made with other options. Its looks count for this case. */
  readonly open: (more: SandboxOptions) => Probe
}

/** Shows a row: makes what its condition needs, and returns the answer that the row is about. What the row says beside status, error and message it looks at itself. */
export type Case = (probe: Probe) => Promise<Answer>

/** The same, of something that is made first. */
export const after =
  <Made>(make: (probe: Probe) => Promise<Made>, show: (made: Made, probe: Probe) => Promise<Answer>): Case =>
  async (probe) =>
    show(await make(probe), probe)

/** By the ids of rows. */
export type Cases = Readonly<Record<string, Case>>

/** Something was not as the row says. */
export class NotHeld extends Error {
  override readonly name = 'NotHeld'
}

interface Credentials {
  readonly tokens: { readonly full: string; readonly read: string }
  readonly inference_key: string
}

type Change = (answer: Answer) => Answer

/** The sandbox as it comes, and with other options where a case asks for them. */
export function openProbe(change: Change = (answer) => answer, options: SandboxOptions = {}, looked = { count: 0 }): Probe {
  return { ...openOne(change, options, looked), open: (more) => openProbe(change, more, looked) }
}

function openOne(change: Change, options: SandboxOptions, looked: { count: number }) {
  const failures: unknown[] = []
  const sandbox = createSandbox({ seed: 7, rateLimits: 'off', onError: (error) => failures.push(error), ...options })
  const credentials: Credentials = sandbox.credentials()
  const ask = async (method: string, path: string, body?: unknown, { token = credentials.tokens.full, headers = {} }: Asked = {}) => {
    const response = await sandbox.fetch(`http://127.0.0.1:4020${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (failures.length > 0) throw new NotHeld(`the sandbox failed inside: ${String(failures[0])}`)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return change({ status: response.status, headers: response.headers, text, body: isJson ? (JSON.parse(text) as unknown) : undefined })
  }
  /** As `ask`, for what a case needs first. @throws NotHeld when it is refused */
  const make = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await ask(method, path, body)
    if (answer.status >= 400) throw new NotHeld(`${method} ${path}, which the case needs first, answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  /** @throws NotHeld when the two are not the same */
  const holds = (what: string, got: unknown, wanted: unknown) => {
    looked.count += 1
    if (!isDeepStrictEqual(got, wanted)) throw new NotHeld(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`)
  }
  return {
    credentials,
    looked,
    ask,
    make,
    get: (path: string, asked?: Asked) => ask('GET', path, undefined, asked),
    post: (path: string, body?: unknown, asked?: Asked) => ask('POST', path, body, asked),
    put: (path: string, body?: unknown, asked?: Asked) => ask('PUT', path, body, asked),
    delete: (path: string, body?: unknown, asked?: Asked) => ask('DELETE', path, body, asked),
    /** Lets so much time pass, and what falls due in it happen. */
    pass: async (seconds: number) => void (await make('POST', '/_sandbox/clock', { advance_seconds: seconds })),
    holds,
    /** As `holds`, of what an answer has, and gives the answer back. */
    seen: async (asked: Promise<Answer>, what: string, look: (answer: Answer) => unknown, wanted: unknown) => {
      const answer = await asked
      holds(what, look(answer), wanted)
      return answer
    },
    /** @throws NotHeld when the text has not this form */
    matches: (what: string, got: unknown, wanted: RegExp) => {
      looked.count += 1
      if (!wanted.test(String(got))) throw new NotHeld(`${what}: expected ${String(wanted)}, got ${JSON.stringify(got)}`)
    },
  }
}
