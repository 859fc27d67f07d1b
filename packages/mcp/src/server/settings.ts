import type { Platform } from '../platform/platform.ts'

export const toolsets = ['databases', 'control', 'all'] as const
export type Toolset = (typeof toolsets)[number]

/** What a server is made with. */
export interface ServerSettings {
  readonly platform: Platform
  /** Tools that make something new. */
  readonly allowWrites: boolean
  /** Tools that change or delete something, and those that make something new as well. */
  readonly allowDestructive: boolean
  /** Nothing is changed: tools that would change something show the request instead of sending it. */
  readonly dryRun: boolean
  /** Only these. */
  readonly tools?: readonly string[]
  readonly toolset: Toolset
  /** Callers bring tokens of their own, and the server's is used for nobody. */
  readonly forwardsTokens: boolean
  readonly now: () => number
  /** Told of each call once it is answered. Never of its arguments. */
  readonly onCall?: (called: Called) => void
}

export interface Called {
  readonly tool: string
  readonly outcome: 'answered' | 'refused' | 'failed' | 'asked'
  readonly ms: number
}
