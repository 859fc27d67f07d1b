/** A story, and what it is run with: the public client, and what may be said of the server that it speaks to. */
import type { createCloud } from '@spindrift/client'

export type Cloud = ReturnType<typeof createCloud>

/** One that users can allow to act for them. */
export interface Application {
  readonly client_id: string
  readonly client_secret: string
  readonly redirect_uri: string
  /** Brings the user through sign-in and consent, where there is one. @returns the code that comes back */
  readonly allow: (scope: 'read' | 'read write') => Promise<string>
}

export interface StoryContext {
  readonly cloud: Cloud
  /** A client with other credentials. */
  readonly as: (tokens: { readonly token?: string; readonly inference?: string; readonly agent?: string }) => Cloud
  /** Another account, which has nothing; on a server that keeps nothing, the same one. */
  readonly guest: { readonly cloud: Cloud; readonly email: string }
  readonly application: Application
  /** What holds on a server that keeps what it was told. On one that keeps nothing, only the shapes of the replies were seen. */
  readonly keeps: (show: () => void) => void
  /** As `keeps`: a field of what was listed, or what is looked at of it, is this, item by item. */
  readonly lists: <Item>(
    items: readonly Item[] | undefined,
    look: keyof Item | ((item: Item) => unknown),
    wanted: readonly unknown[],
  ) => void
  /** The call is refused with this status, on a server that knows the platform's rules; on another it is not made. */
  readonly refuses: (status: number, call: (cloud: Cloud) => PromiseLike<unknown>) => Promise<void>
  /** Lets so much time pass, where there is a clock to move. */
  readonly pass: (seconds: number) => Promise<void>
}

export interface Story {
  readonly title: string
  readonly run: (context: StoryContext) => Promise<void>
}
