/** Sends notifications: mail to the inbox, and Slack messages to webhooks that are allowed. */
import type { StoredMessage } from './inbox.ts'
import { type Faults, injectFault, type Outcome } from './inject-fault.ts'
import type { Recipients } from './watch.ts'

export interface Notification extends Recipients {
  readonly at: number
  readonly subject: string
  readonly text: string
}

export interface SenderOptions {
  /** Hosts of webhooks besides those of this machine. */
  readonly allowedHosts: readonly string[]
  readonly faults: Faults
  readonly record: (message: Omit<StoredMessage, 'id'>) => void
  /** Prints a line for a person. */
  readonly log: (line: string) => void
}

const webhookTimeoutMs = 5000
const sender = 'alerts@spindrift.example'

export class Sender {
  readonly #options: SenderOptions
  readonly #loggedHosts = new Set<string>()

  constructor(options: SenderOptions) {
    this.#options = options
  }

  async send({ account, emails, webhooks, at, subject, text }: Notification): Promise<void> {
    const { faults, record } = this.#options
    // Control characters in names must not start another line.
    const line = subject.replaceAll(/\p{Cc}+/gu, ' ')
    const message = { account, at: new Date(at).toISOString(), subject: line, text }
    if (emails.length > 0) {
      const outcome = (await injectFault(faults)) ?? ({ status: 'received', reason: null } as const)
      record({ ...message, channel: 'mail', from: sender, to: emails, ...outcome })
    }
    for (const webhook of webhooks) {
      // The API accepts URLs that are none, like `http://%`.
      const { origin = 'invalid URL', hostname } = URL.parse(webhook.url) ?? {}
      const outcome =
        hostname === undefined || this.#isAllowed(hostname)
          ? ((await injectFault(faults)) ?? (await post(webhook, `${line}\n${text}`)))
          : this.#block(hostname)
      // The path of a webhook is a secret.
      const to = [`${origin} ${webhook.channel}`]
      record({ ...message, channel: 'webhook', from: null, to, ...outcome })
    }
  }

  #isAllowed(hostname: string): boolean {
    return isLoopback(hostname) || this.#options.allowedHosts.some((allowed) => allowed.toLowerCase() === hostname)
  }

  #block(hostname: string): Outcome {
    const reason = `Nothing was sent to ${hostname}. To allow it, start with --allow-notify ${hostname}.`
    if (!this.#loggedHosts.has(hostname)) this.#options.log(reason)
    this.#loggedHosts.add(hostname)
    return { status: 'blocked', reason }
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

async function post({ url, channel }: Recipients['webhooks'][number], text: string): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ channel, text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(webhookTimeoutMs),
    })
    await response.body?.cancel()
    return response.ok ? { status: 'sent', reason: null } : { status: 'failed', reason: `The webhook replied ${response.status}.` }
  } catch (error) {
    const { cause = error } = error as Error
    return { status: 'failed', reason: `The webhook cannot be reached (${(cause as Error).message}).` }
  }
}
