/** Sends notifications: mail to the inbox, and Slack messages to webhooks that are allowed. */
import type { InboxMessage } from '@spindrift/sandbox'
import { createTransport, type Transporter } from 'nodemailer'
import type { Recipients } from './watch.ts'

export interface Notification extends Recipients {
  readonly at: number
  readonly subject: string
  readonly text: string
}

export interface SenderOptions {
  readonly smtpPort: number
  readonly smtpHost: string
  /** Hosts of webhooks besides those of this machine. */
  readonly allowedHosts: readonly string[]
  readonly record: (message: Omit<InboxMessage, 'id'>) => void
  readonly onError: (error: unknown) => void
  /** Prints a line for a person. */
  readonly log: (line: string) => void
}

const webhookTimeoutMs = 5000
const sender = 'alerts@spindrift.example'

export class Sender {
  readonly #options: SenderOptions
  readonly #mail: Transporter
  readonly #loggedHosts = new Set<string>()

  constructor(options: SenderOptions) {
    this.#options = options
    this.#mail = createTransport({ host: options.smtpHost, port: options.smtpPort, secure: false, ignoreTLS: true })
  }

  async send(notification: Notification): Promise<void> {
    const { emails, webhooks, at, subject, text } = notification
    // Control characters in names must not start another header or line.
    const line = subject.replaceAll(/\p{Cc}+/gu, ' ')
    try {
      if (emails.length > 0) await this.#mail.sendMail({ from: sender, to: [...emails], subject: line, text, date: new Date(at) })
    } catch (error) {
      this.#options.onError(error)
    }
    for (const webhook of webhooks) {
      const { origin, host, hostname } = new URL(webhook.url)
      const outcome = this.#isAllowed(hostname) ? await post(webhook, `${line}\n${text}`) : this.#block(hostname)
      // The path of a webhook is a secret.
      const to = [`${origin === 'null' ? host : origin} ${webhook.channel}`]
      this.#options.record({ at: new Date(at).toISOString(), channel: 'webhook', from: null, to, subject: line, text, ...outcome })
    }
  }

  #isAllowed(hostname: string): boolean {
    return isLoopback(hostname) || this.#options.allowedHosts.some((allowed) => allowed.toLowerCase() === hostname)
  }

  #block(hostname: string): Pick<InboxMessage, 'status' | 'reason'> {
    const reason = `Nothing was sent to ${hostname}. To allow it, start with --allow-notify ${hostname}.`
    if (!this.#loggedHosts.has(hostname)) this.#options.log(reason)
    this.#loggedHosts.add(hostname)
    return { status: 'blocked', reason }
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

async function post({ url, channel }: Recipients['webhooks'][number], text: string): Promise<Pick<InboxMessage, 'status' | 'reason'>> {
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
