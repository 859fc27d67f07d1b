/** A sandbox in memory for one test, with every reply checked against the specification. */
import type { SandboxOptions } from '../src/options.ts'
import { openSandbox } from './open-sandbox.ts'
import type { BodyAt, BodyRead, Method, OperationAt } from './operation-at.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- what is asked by a path that is computed; the specification's own validators check it
export type Json = any

export interface Answer<Held = Json> {
  readonly status: number
  readonly headers: Headers
  readonly body: Held
}

export interface Asked {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A path that has an operation of this method, or one of the control API, which the specification does not describe. */
export type Known<M extends Method, Path extends string> = Path extends Control
  ? Path
  : [OperationAt<M, Path>] extends [never]
    ? never
    : Path

export type Body<M extends Method, Path extends string> = Path extends Control ? Json : BodyAt<M, Path>

type Reply<M extends Method, Path extends string> = Promise<Answer<Path extends Control ? Json : BodyRead<OperationAt<M, Path>>>>

type Control = `/_sandbox/${string}`

export type TestSandbox = ReturnType<typeof makeSandbox>

export function makeSandbox(options: SandboxOptions = {}) {
  const failures: unknown[] = []
  const sandbox = openSandbox({ checkReplies: true, onError: (error) => void failures.push(error), ...options, seed: options.seed ?? 7 })
  const { tokens } = sandbox.credentials()
  /** Whatever a client can send. The methods below know by their path what is sent and read. */
  const ask = async (method: string, path: string, body?: unknown, { token = tokens.full, headers = {} }: Asked = {}): Promise<Answer> => {
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
  return {
    ...sandbox,
    tokens,
    ask,
    get: <const Path extends string>(path: Known<'get', Path>, asked?: Asked): Reply<'get', Path> => ask('GET', path, undefined, asked),
    post: <const Path extends string>(path: Known<'post', Path>, body?: Body<'post', Path>, asked?: Asked): Reply<'post', Path> =>
      ask('POST', path, body, asked),
    put: <const Path extends string>(path: Known<'put', Path>, body?: Body<'put', Path>): Reply<'put', Path> => ask('PUT', path, body),
    patch: <const Path extends string>(path: Known<'patch', Path>, body?: Body<'patch', Path>): Reply<'patch', Path> =>
      ask('PATCH', path, body),
    delete: <const Path extends string>(path: Known<'delete', Path>, body?: Body<'delete', Path>): Reply<'delete', Path> =>
      ask('DELETE', path, body),
    /** Lets so much time pass, and what falls due in it happen. */
    pass: async (seconds: number) => void (await ask('POST', '/_sandbox/clock', { advance_seconds: seconds })),
  }
}

export const webServer = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' } as const
export const coversVolume = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 } as const
