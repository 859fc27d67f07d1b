/** In-memory sandbox for one test, which validates every reply against the specification. */
import type { SandboxOptions } from '../src/options.ts'
import { openSandbox } from './open-sandbox.ts'
import type { BodyAt, Known, Method, ReplyAt } from './operation-at.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- what is asked by a path that is computed; the specification's own validators check it
export type Json = any

export interface Answer<Held = Json> {
  readonly status: number
  readonly headers: Headers
  readonly body: Held
}

export interface RequestFields {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a typed request of an operation and returns its reply. */
type Send<M extends Method> = <const Path extends string>(
  path: Known<M, Path>,
  body?: BodyAt<M, Path>,
  fields?: RequestFields,
) => Promise<Answer<ReplyAt<M, Path>>>

export type TestSandbox = ReturnType<typeof createTestSandbox>

export function createTestSandbox(options: SandboxOptions = {}) {
  const failures: unknown[] = []
  const sandbox = openSandbox({ checkReplies: true, onError: (error) => void failures.push(error), ...options, seed: options.seed ?? 7 })
  const { tokens } = sandbox.credentials()
  /** Sends any request. The methods below have types derived from the path. */
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    { token = tokens.full, headers = {} }: RequestFields = {},
  ): Promise<Answer> => {
    const response = await sandbox.fetch(`http://127.0.0.1:4020${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (failures.length > 0) throw failures[0]
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  }
  const send =
    <M extends Method>(method: M): Send<M> =>
    (path, body, fields) =>
      ask(method.toUpperCase(), path, body, fields)
  return {
    ...sandbox,
    tokens,
    ask,
    get: <const Path extends string>(path: Known<'get', Path>, fields?: RequestFields): Promise<Answer<ReplyAt<'get', Path>>> =>
      ask('GET', path, undefined, fields),
    post: send('post'),
    put: send('put'),
    patch: send('patch'),
    delete: send('delete'),
    /** Advances the clock and runs the pending jobs. */
    pass: async (seconds: number) => void (await ask('POST', '/_sandbox/clock', { advance_seconds: seconds })),
  }
}

export const webServer = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' } as const
export const coversVolume = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 } as const
