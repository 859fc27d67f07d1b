/** What a test may want to set of the sandbox, as its README has it; the rest is for `withEnvironment`. */
export interface Settings {
  /** How long every action takes, instead of each its own time. */
  readonly actionSeconds?: number
  /** Refuse requests beyond the limits, only say how much is left, or neither; on. */
  readonly rateLimits?: 'on' | 'report' | 'off'
  /** Show what was deleted, moved or switched off only after the seconds that it takes the platform, or at once; none. */
  readonly lag?: 'real' | 'none'
  /** What every id and token follows from, to have the same again. */
  readonly seed?: string | number
  /** Names under which other containers reach it, beside its network aliases. */
  readonly allowedHosts?: readonly string[]
  /** Print a line for every request; false. */
  readonly log?: boolean
}

const variables = {
  actionSeconds: 'ACTION_SECONDS',
  rateLimits: 'RATE_LIMITS',
  lag: 'LAG',
  seed: 'SEED',
  allowedHosts: 'ALLOWED_HOST',
  log: 'LOG',
} as const satisfies Readonly<Record<keyof Settings, string>>

/** As the sandbox reads them from its environment. */
export function formatVariables(settings: Settings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      value === undefined ? [] : [[`SPINDRIFT_SANDBOX_${variables[name as keyof Settings]}`, String(value)]],
    ),
  )
}
