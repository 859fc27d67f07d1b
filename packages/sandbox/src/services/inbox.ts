/** Messages that a service received or sent, for `/_sandbox/inbox`. */

export interface Inbox {
  /** Newest first. */
  readonly list: () => readonly InboxMessage[]
  readonly clear: () => void
}

export interface InboxMessage {
  readonly id: number
  /** RFC 3339. */
  readonly at: string
  readonly channel: 'mail' | 'webhook'
  readonly from: string | null
  /** Addresses of a mail, or the host of a webhook. */
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly status: 'received' | 'sent' | 'blocked' | 'failed'
  /** Why a message was not sent. */
  readonly reason: string | null
}
