/** A client and a sandbox in this process, for tests: no port, no account, no network, and a controlled clock. */
import type { Sandbox, SandboxOptions } from '@spindrift/sandbox'
import type { ClientOptions } from '../configuration.ts'
import { type Cloud, createCloud } from '../create-cloud.ts'
import { CloudError } from '../errors.ts'
import { signIn, type SignInOptions } from './sign-in.ts'

/** Options of the sandbox and its client. */
export interface TestCloudOptions {
  /** Options of the sandbox. Default: reproducible ids and tokens, actions that complete at once, and no rate limits. */
  readonly sandbox?: SandboxOptions
  /** Options of the client. They override the ones that connect it to the sandbox. */
  readonly client?: ClientOptions
}

/** A fault to inject: the body of the sandbox's `POST /_sandbox/faults`. */
export interface Fault {
  /** Operation id, or `*` for all operations. Default: `*`. */
  readonly operation?: string
  /** Status of the error response, 400 or above. */
  readonly status?: number
  /** Value of the `retry-after` header in seconds. */
  readonly retry_after?: number
  /** Delay of the response in milliseconds. */
  readonly latency_ms?: number
  /** Closes the connection: before the operation runs, after it, or in the middle of the response. */
  readonly cut?: 'before' | 'after' | 'middle'
  /** Final status of the started actions. */
  readonly action?: 'errored'
  /** Number of calls that fail. Default: all until `reset()`. */
  readonly times?: number
  /** Share of the calls that fail, between 0 and 1. */
  readonly rate?: number
}

/** A client, its sandbox, and control of the sandbox's clock and faults. */
export interface TestCloud extends AsyncDisposable {
  /** Client of the sandbox. */
  readonly cloud: Cloud
  /** The sandbox. */
  readonly sandbox: Sandbox
  /** Options that connect any client of this package to the sandbox: `createVolumes(options)`, `createInference(options)`, `createPathClient(options)`. */
  readonly options: ClientOptions
  /** Moves the clock of the sandbox forward and runs the jobs that become due. */
  advance(seconds: number): Promise<void>
  /** Injects a fault. @throws CloudError if the fault is invalid */
  fail(fault: Fault): Promise<void>
  /** Simulates a user in a browser: opens the URL, signs in, and allows or denies access. Returns the callback URL. */
  signIn(url: string, options?: SignInOptions): Promise<string>
  /** Restores the seed data and removes all faults. */
  reset(): Promise<void>
  /** Closes the sandbox. `await using` calls it automatically. */
  close(): void
}

/**
 * Creates a client with a sandbox in this process. Needs Node and the package `@spindrift/sandbox`.
 *
 * ```ts
 * const { cloud } = await createTestCloud()
 * await cloud.volumes.create({ name: 'covers-data', region: 'nyc3', size_gigabytes: 100 })
 * ```
 *
 * @throws CloudError if the sandbox is not installed
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
    if (!response.ok) throw new CloudError(`The sandbox rejected ${method} /_sandbox/${path}: ${await response.text()}`)
  }
  return {
    cloud: createCloud(options),
    sandbox,
    options,
    advance: (seconds) => control('POST', 'clock', { advance_seconds: seconds }),
    fail: (fault) => control('POST', 'faults', fault),
    signIn: (url, signInOptions) => signIn(sandbox, url, { user: sandbox.credentials().user, ...signInOptions }),
    reset: async () => {
      await control('DELETE', 'faults')
      sandbox.reset()
    },
    close: sandbox.close,
    [Symbol.asyncDispose]: async () => sandbox.close(),
  }
}

/** Base URL of the sandbox. Nothing listens on it; the sandbox's `fetch` handles the requests. */
const origin = 'http://127.0.0.1:4020'
