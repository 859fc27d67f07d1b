import { AbstractStartedContainer, type StartedTestContainer } from 'testcontainers'

/** As far as it is used of what `GET /_sandbox/info` answers. */
export interface Info {
  readonly tokens: { readonly full: string }
  readonly environment: Readonly<Record<string, string>>
}

/** With tokens of its own; it shares nothing with others of the same sandbox. */
export interface Account extends AsyncDisposable {
  readonly id: string
  readonly email: string
  readonly tokens: { readonly full: string; readonly read: string }
  readonly inference_key: string
  /** All that it has is forgotten. */
  readonly dispose: () => Promise<void>
}

export class StartedSpindriftContainer extends AbstractStartedContainer {
  /** Where it answers, without a slash at the end. */
  readonly baseUrl: string
  /** Of the platform, for the first account: it may do everything. */
  readonly token: string
  /** For everything under `/_sandbox`. */
  readonly controlToken: string
  readonly #environment: Info['environment']

  constructor(container: StartedTestContainer, baseUrl: string, controlToken: string, { tokens, environment }: Info) {
    super(container)
    this.baseUrl = baseUrl
    this.token = tokens.full
    this.controlToken = controlToken
    this.#environment = environment
  }

  /** The variables that point clients of the platform to it, in whatever language: for a child process, or `Object.assign(process.env, …)`. */
  environment(): Record<string, string> {
    return { ...this.#environment, SPINDRIFT_CONTROL_TOKEN: this.controlToken }
  }

  /** An account for one test, so that tests run beside each other in one container. */
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
    if (!response.ok) throw new Error(`${method} ${response.url} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
}
