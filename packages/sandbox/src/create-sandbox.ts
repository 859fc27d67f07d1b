/** Creates a sandbox in this process, without a server; `startSandbox` starts one. */
import type { TestAccount } from './auth/test-accounts.ts'
import { preparePassword } from './auth/prepare-password.ts'
import type { deriveCredentials } from './auth/seeded-credentials.ts'
import { createDependencies } from './create-dependencies.ts'
import { requestDrift, type DriftReport, type DriftRequest } from './control/drift/request-drift.ts'
import type { CoreRequest, CoreResponse } from './http/messages.ts'
import { checkOptions, isPostgres, type SandboxOptions } from './options.ts'
import { handleFetch } from './server/handle-fetch.ts'
import { handle, handleAll } from './server/handle.ts'
import type { ServiceRunner } from './services/service-runner.ts'

export interface Sandbox {
  /** Handles a request in this process. */
  readonly handle: (request: CoreRequest) => CoreResponse
  /** Handles several requests in order, and commits their changes together. */
  readonly handleAll: (requests: readonly CoreRequest[]) => readonly CoreResponse[]
  /** Derives the key of a password in the request without blocking other requests. Pass the result to `handle`. Undefined for requests without a password. */
  readonly prepare: (request: CoreRequest) => Promise<CoreRequest> | undefined
  /** Same as the global `fetch`, for clients that accept one; the host of the URL is ignored. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly credentials: () => ReturnType<typeof deriveCredentials>
  /**
   * Creates an isolated account with its own tokens in about a millisecond, so that each test can have one and tests can run in parallel.
   * `using` or `dispose` removes it with all its data.
   */
  readonly account: () => DisposableAccount
  /** Changes existing resources behind the client's back. @throws Error when none matches, or the change is refused */
  readonly drift: (request?: DriftRequest) => DriftReport
  /** Restores the initial state. */
  readonly reset: () => void
  /** Closes the state. May be called more than once; no data is lost without it. */
  readonly close: () => void
}

export interface DisposableAccount extends TestAccount {
  readonly dispose: () => void
  readonly [Symbol.dispose]: () => void
}

/**
 * @param authority CA certificate of the server in PEM
 * @throws StateFileError when the state file cannot be used
 */
export function createSandbox(options: SandboxOptions = {}, authority?: string): Sandbox {
  checkOptions(options)
  if (isPostgres(options.state))
    throw new Error('A state in Postgres needs startSandbox() or the command start, because it is accessed over a network.')
  if (options.services !== undefined && options.services.length > 0)
    throw new Error('services need startSandbox() or the command start, because they listen on ports.')
  return createLocalSandbox(options, authority)
}

/** Creates a sandbox with its own state, and with services that the caller starts and stops. */
export function createLocalSandbox(options: SandboxOptions, authority: string | undefined, services?: ServiceRunner): Sandbox {
  const own = createDependencies(options, authority, { services })
  const dependencies = services?.connect(own) ?? own
  const core = {
    handle: (request: CoreRequest) => handle(request, dependencies),
    prepare: (request: CoreRequest) => preparePassword(request, dependencies.platform, options),
  }
  return {
    ...core,
    handleAll: (requests) => handleAll(requests, dependencies),
    fetch: (input, init) =>
      handleFetch(new Request(input, init), {
        ...core,
        handle: (request) => {
          const response = core.handle(request)
          return services?.delayResponse(response) ?? response
        },
      }),
    credentials: dependencies.credentials,
    account: () => {
      const { create, remove } = dependencies.testAccounts
      const account = create()
      const dispose = () => void remove(account.id)
      return { ...account, dispose, [Symbol.dispose]: dispose }
    },
    drift: (request = {}) => requestDrift(request, core.handle, options.controlToken),
    reset: dependencies.reset,
    close: dependencies.platform.store.close,
  }
}
