import { AbstractStartedContainer, type StartedTestContainer } from 'testcontainers'

/** Used fields of `GET /_sandbox/info`. */
export interface Info {
  readonly tokens: { readonly full: string }
  readonly environment: Readonly<Record<string, string>>
}

/** An account with its own tokens. It shares no resources with other accounts. */
export interface Account extends AsyncDisposable {
  readonly id: string
  readonly email: string
  readonly tokens: { readonly full: string; readonly read: string }
  readonly inference_key: string
  /** Deletes the account and its resources. */
  readonly dispose: () => Promise<void>
}

/** A running sandbox. */
export class StartedSpindriftContainer extends AbstractStartedContainer {
  /** Base URL, without a trailing slash. */
  readonly baseUrl: string
  /** Platform token of the first account, with all scopes. */
  readonly token: string
  /** Token for the endpoints under `/_sandbox`. */
  readonly controlToken: string
  readonly #environment: Info['environment']

  constructor(container: StartedTestContainer, baseUrl: string, controlToken: string, { tokens, environment }: Info) {
    super(container)
    this.baseUrl = baseUrl
    this.token = tokens.full
    this.controlToken = controlToken
    this.#environment = environment
  }

  /** Returns the environment variables that point clients to the sandbox, for child processes or `Object.assign(process.env, …)`. */
  environment(): Record<string, string> {
    return { ...this.#environment, SPINDRIFT_CONTROL_TOKEN: this.controlToken }
  }

  /** Creates an account for one test, so that tests can share a container in parallel. */
  async account(): Promise<Account> {
    const account = (await this.#control('POST')) as Omit<Account, 'dispose' | typeof Symbol.asyncDispose>
    const dispose = async () => {
      await this.#control('DELETE', { id: account.id })
    }
    return { ...account, dispose, [Symbol.asyncDispose]: dispose }
  }

  async #control(method: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.baseUrl}/_sandbox/accounts`, {
      method,
      headers: { authorization: `Bearer ${this.controlToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${response.url} replied ${response.status}: ${await response.text()}`)
    return response.json()
  }
}
