/** A client and the platform it talks to, both in this process: no port, no account, no network, and the time in your hand. */
import type { Sandbox, SandboxOptions } from '@spindrift/sandbox'
import type { ClientOptions } from '../configuration.ts'
import { type Cloud, createCloud } from '../create-cloud.ts'
import { CloudError } from '../errors.ts'
import { signIn, type SignInOptions } from './sign-in.ts'

/** How the platform and its client are to be. */
export interface TestCloudOptions {
  /** For the sandbox. Default: the same ids and tokens every time, actions that are done at once, and no rate limits. */
  readonly sandbox?: SandboxOptions
  /** For the client, over those that lead it to the sandbox. */
  readonly client?: ClientOptions
}

/** What to make go wrong; as the sandbox's `POST /_sandbox/faults` takes it. */
export interface Fault {
  /** An operationId, or `*` for all, which is the default. */
  readonly operation?: string
  /** Answers with this status, 400 or above. */
  readonly status?: number
  /** Seconds for the `retry-after` header of that answer. */
  readonly retry_after?: number
  /** Answers so much later. */
  readonly latency_ms?: number
  /** Breaks the connection: before anything is done, after it, or in the middle of the answer. */
  readonly cut?: 'before' | 'after' | 'middle'
  /** Actions that are started end like this. */
  readonly action?: 'errored'
  /** How often; default: until `reset()`. */
  readonly times?: number
  /** For this part of the calls, between 0 and 1. */
  readonly rate?: number
}

/** A client, the platform it talks to, and the hands on its clock. */
export interface TestCloud extends AsyncDisposable {
  /** The client. */
  readonly cloud: Cloud
  /** The platform. */
  readonly sandbox: Sandbox
  /** What leads any client of this package to the sandbox: `createVolumes(options)`, `createInference(options)`, `createPathClient(options)`. */
  readonly options: ClientOptions
  /** Lets so much of the sandbox's time pass, and what falls due in it happen. */
  advance(seconds: number): Promise<void>
  /** Makes operations fail from now on. */
  fail(fault: Fault): Promise<void>
  /** Does what a user does in the browser: follows the address, signs in, allows or refuses. Gives the callback address they come back to. */
  signIn(url: string, options?: SignInOptions): Promise<string>
  /** Everything as on the first day, faults too. */
  reset(): Promise<void>
  /** Ends the platform. `await using` does it by itself. */
  close(): void
}

/**
 * Points a client at a sandbox in this process. Needs the package `@spindrift/sandbox`, and Node.
 *
 * ```ts
 * const { cloud } = await createTestCloud()
 * await cloud.volumes.create({ name: 'covers-data', region: 'nyc3', size_gigabytes: 100 })
 * ```
 *
 * @throws CloudError when the sandbox is not installed
 */
export async function createTestCloud({ sandbox: sandboxOptions, client }: TestCloudOptions = {}): Promise<TestCloud> {
  const { createSandbox } = await import('@spindrift/sandbox').catch((error: unknown) => {
    throw new CloudError('createTestCloud needs the sandbox. Run: npm install --save-dev @spindrift/sandbox', { cause: error })
  })
  const sandbox = createSandbox({ seed: 7, actionSeconds: 0, rateLimits: 'report', ...sandboxOptions })
  const { tokens, inference_key: key } = sandbox.credentials()
  const options: ClientOptions = {
    baseUrl: origin,
    token: tokens.full,
    apis: { inference: { token: key }, agent: { token: key } },
    fetch: sandbox.fetch,
    ...client,
  }
  const control = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const response = await sandbox.fetch(`${origin}/_sandbox/${path}`, init)
    if (!response.ok) throw new CloudError(`The sandbox refused ${method} /_sandbox/${path}: ${await response.text()}`)
  }
  return {
    cloud: createCloud(options),
    sandbox,
    options,
    advance: (seconds) => control('POST', 'clock', { advance_seconds: seconds }),
    fail: (fault) => control('POST', 'faults', fault),
    signIn: (url, given) => signIn(sandbox, url, { user: sandbox.credentials().user, ...given }),
    reset: async () => {
      await control('DELETE', 'faults')
      sandbox.reset()
    },
    close: sandbox.close,
    [Symbol.asyncDispose]: async () => sandbox.close(),
  }
}

/** Nobody listens there; the sandbox's own `fetch` is what answers. */
const origin = 'http://127.0.0.1:4020'
