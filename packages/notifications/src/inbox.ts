/** SMTP server that stores every message it receives, and forwards none. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { InboxMessage, ServiceContext } from '@spindrift/sandbox'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { type Faults, injectFault } from './inject-fault.ts'

const maxMessageBytes = 1024 * 1024
const maxMessages = 500

/** Message with the account whose alert fired; null for mail of other programs. */
export interface StoredMessage extends InboxMessage {
  readonly account: string | null
}

type NewMessage = Omit<StoredMessage, 'id'>

export class MessageStore {
  #messages: readonly StoredMessage[] = []
  #last = 0

  add(message: NewMessage): void {
    this.#messages = [...this.#messages, { id: (this.#last += 1), ...message }].slice(-maxMessages)
  }

  /** Oldest first. */
  get all(): readonly StoredMessage[] {
    return this.#messages
  }

  /** Newest first, without accounts. */
  list(): readonly InboxMessage[] {
    return this.#messages.toReversed().map(({ account: _account, ...message }) => message)
  }

  replace(messages: readonly StoredMessage[]): void {
    this.#messages = messages
    this.#last = messages.at(-1)?.id ?? 0
  }

  removeAccount(removed: string): void {
    this.#messages = this.#messages.filter(({ account }) => account !== removed)
  }
}

export interface SmtpInbox {
  readonly port: number
  readonly close: () => Promise<void>
}

/** @param port the usual port; another free one if it is in use */
export async function startInbox(
  host: string,
  port: number,
  onMessage: (message: NewMessage) => void,
  context: Pick<ServiceContext, 'injectFault' | 'onError'>,
): Promise<SmtpInbox> {
  const server = new SMTPServer({
    // Applications may sign in or not; nothing is checked, because nothing is forwarded.
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxMessageBytes,
    maxClients: 100,
    socketTimeout: 60_000,
    closeTimeout: 500,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'sandbox' }),
    onData: (stream, { envelope }, respond) => {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      void receive(stream, recipients, context)
        .then(onMessage)
        .then(() => respond(), respond)
    },
  })
  // Clients that break off are not errors of the sandbox, and `listenOn` handles a port that is in use.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (!['ECONNRESET', 'EPIPE', 'EADDRINUSE'].includes(error.code ?? '')) context.onError(error)
  })
  const isInUse = await listenOn(server, port, host)
  if (isInUse) await listenOn(server, 0, host)
  const { port: boundPort } = server.server.address() as AddressInfo
  return { port: boundPort, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** @returns true if the port is in use */
async function listenOn(server: SMTPServer, port: number, host: string): Promise<boolean> {
  server.listen(port, host)
  try {
    await once(server.server, 'listening')
    return false
  } catch (error) {
    if (port !== 0 && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') return true
    throw error
  }
}

/** @throws Error with the SMTP status for a message that is too large or has an injected fault */
async function receive(stream: Readable, recipients: readonly string[], faults: Faults): Promise<NewMessage> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maxMessageBytes) chunks.push(chunk)
  }
  if (bytes > maxMessageBytes) throw Object.assign(new Error('The message is too large.'), { responseCode: 552 })
  const fault = await injectFault(faults)
  if (fault) throw Object.assign(new Error(String(fault.reason)), { responseCode: 451 })
  const { from, subject = '', text, html, date } = await PostalMime.parse(Buffer.concat(chunks))
  const sentAt = Date.parse(date ?? '')
  return {
    account: null,
    at: new Date(Number.isNaN(sentAt) ? Date.now() : sentAt).toISOString(),
    channel: 'mail',
    from: from?.address ?? null,
    to: recipients,
    subject,
    text: text ?? html ?? '',
    status: 'received',
    reason: null,
  }
}
