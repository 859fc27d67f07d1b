/** Puts a sandbox together. It listens on nothing; `startSandbox` does. */
import type { TestAccount } from './auth/test-accounts.ts'
import { preparePassword } from './auth/prepare-password.ts'
import type { deriveCredentials } from './auth/seeded-credentials.ts'
import { createDependencies } from './create-dependencies.ts'
import type { CoreRequest, CoreResponse } from './http/messages.ts'
import { checkOptions, isPostgres, type SandboxOptions } from './options.ts'
import { handleFetch } from './server/handle-fetch.ts'
import { handle, handleAll } from './server/handle.ts'

export interface Sandbox {
  /** Answers a request without any port. */
  readonly handle: (request: CoreRequest) => CoreResponse
  /** As `handle` for each, in their order; what they change is written once for all of them. */
  readonly handleAll: (requests: readonly CoreRequest[]) => readonly CoreResponse[]
  /** Does what takes long of a request, a password's key, while others are answered; what it gives is for `handle`. Undefined where `handle` takes no time. */
  readonly prepare: (request: CoreRequest) => Promise<CoreRequest> | undefined
  /** As the global `fetch`, for clients that take one; the host of the address does not matter. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly credentials: () => ReturnType<typeof deriveCredentials>
  /**
   * A fresh account with tokens of its own, entirely separate from every other, in about a millisecond: one for each test, so that tests
   * can run beside each other. With `using`, or after `dispose`, all that it has is forgotten.
   */
  readonly account: () => DisposableAccount
  /** Makes everything as it was on the first day. */
  readonly reset: () => void
  /** Closes the state; once more does nothing. Nothing is lost without it. */
  readonly close: () => void
}

export interface DisposableAccount extends TestAccount {
  readonly dispose: () => void
  readonly [Symbol.dispose]: () => void
}

/**
 * @param authority the certificate, as PEM, that stands for the one that the server before it shows
 * @throws StateFileError when the state file cannot be used
 */
export function createSandbox(options: SandboxOptions = {}, authority?: string): Sandbox {
  checkOptions(options)
  if (isPostgres(options.state))
    throw new Error('A state in Postgres is asked over a network, so it takes startSandbox() or the command start.')
  const dependencies = createDependencies(options, authority)
  const core = {
    handle: (request: CoreRequest) => handle(request, dependencies),
    prepare: (request: CoreRequest) => preparePassword(request, dependencies.platform, options),
  }
  return {
    ...core,
    handleAll: (requests) => handleAll(requests, dependencies),
    fetch: (input, init) => handleFetch(new Request(input, init), core),
    credentials: dependencies.credentials,
    account: () => {
      const { create, remove } = dependencies.testAccounts
      const made = create()
      const dispose = () => void remove(made.id)
      return { ...made, dispose, [Symbol.dispose]: dispose }
    },
    reset: dependencies.reset,
    close: dependencies.platform.store.close,
  }
}
