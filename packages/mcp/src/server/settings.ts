import type { Platform } from '../platform/platform.ts'

export const toolsets = ['databases', 'control', 'all'] as const
export type Toolset = (typeof toolsets)[number]

/** Settings of a server. */
export interface ServerSettings {
  readonly platform: Platform
  /** Offers tools that create something. */
  readonly allowWrites: boolean
  /** Offers all tools, including those that change or delete something. */
  readonly allowDestructive: boolean
  /** Shows the requests of tools that change something, without sending them. */
  readonly dryRun: boolean
  /** Names of the tools to offer. Default: all that are allowed. */
  readonly tools?: readonly string[]
  readonly toolset: Toolset
  /** Uses the tokens of the callers instead of a token of the server. */
  readonly forwardsTokens: boolean
  readonly now: () => number
  /** Called after each call, without its arguments. */
  readonly onCall?: (report: CallReport) => void
}

export interface CallReport {
  readonly tool: string
  readonly outcome: 'answered' | 'refused' | 'failed' | 'asked'
  readonly ms: number
}
