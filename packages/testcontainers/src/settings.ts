/** Settings of the sandbox that tests use; set others with `withEnvironment`. */
export interface Settings {
  /** Duration of every action in seconds. Default: realistic durations. */
  readonly actionSeconds?: number
  /** `on` rejects requests above the rate limits, `report` only sends the headers, `off` does neither. Default `on`. */
  readonly rateLimits?: 'on' | 'report' | 'off'
  /** `real` adds the propagation delays of the platform. Default `none`. */
  readonly lag?: 'real' | 'none'
  /** Seed of ids and tokens, for reproducible runs. */
  readonly seed?: string | number
  /** Host names that other containers use, in addition to the network aliases. */
  readonly allowedHosts?: readonly string[]
  /** Prints a line for every request. Default `false`. */
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

/** Formats the settings as environment variables of the sandbox. */
export function formatVariables(settings: Settings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      value === undefined ? [] : [[`SPINDRIFT_SANDBOX_${variables[name as keyof Settings]}`, String(value)]],
    ),
  )
}
