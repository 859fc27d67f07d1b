/** A sandbox in memory for one test, with every reply checked against the specification. */
import { createSandbox } from '../src/create-sandbox.ts'
import type { SandboxOptions } from '../src/options.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into replies of every kind; the specification's own validators check them
export type Json = any

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

export interface Asked {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type TestSandbox = ReturnType<typeof makeSandbox>

export function makeSandbox(options: SandboxOptions = {}) {
  const failures: unknown[] = []
  const sandbox = createSandbox({ seed: 7, checkReplies: true, onError: (error) => void failures.push(error), ...options })
  const { tokens } = sandbox.credentials()
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
    get: (path: string, asked?: Asked) => ask('GET', path, undefined, asked),
    post: (path: string, body?: unknown, asked?: Asked) => ask('POST', path, body, asked),
    put: (path: string, body?: unknown) => ask('PUT', path, body),
    patch: (path: string, body?: unknown) => ask('PATCH', path, body),
    delete: (path: string, body?: unknown) => ask('DELETE', path, body),
    /** Lets so much time pass, and what falls due in it happen. */
    pass: async (seconds: number) => void (await ask('POST', '/_sandbox/clock', { advance_seconds: seconds })),
  }
}

export const webServer = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
export const coversVolume = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 }
