/** Watches one condition of an alert: it fires after the condition held for a while, and recovers when it no longer does. */

export interface Recipients {
  /** Owner of the alert. */
  readonly account: string
  readonly emails: readonly string[]
  readonly webhooks: readonly { readonly url: string; readonly channel: string }[]
}

export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly isBeyond: boolean
  /** The measured value, for the message. */
  readonly value: string
}

export interface Watch extends Recipients {
  /** Path of the alert, and what it watches. */
  readonly key: string
  readonly subject: string
  /** Metric, object and limit. */
  readonly details: string
  /** Time that the condition must hold before the alert fires. */
  readonly windowMs: number
  /** Reads the samples after a moment, oldest first. */
  readonly read: (after: number, now: number) => readonly Sample[]
}

export interface WatchState {
  /** Time of the last sample, or of the creation of the alert. */
  readonly until: number
  /** Time since which the condition holds; null while it does not. */
  readonly beyondSince: number | null
  readonly isFiring: boolean
}

export interface AlertEvent {
  readonly watch: Watch
  readonly at: number
  readonly state: 'firing' | 'recovered'
  readonly value: string
}

export function checkWatch(
  watch: Watch,
  before: WatchState,
  now: number,
): { readonly state: WatchState; readonly events: readonly AlertEvent[] } {
  const events: AlertEvent[] = []
  let { until, beyondSince, isFiring } = before
  for (const { at, isBeyond, value } of watch.read(until, now)) {
    until = at
    if (!isBeyond) {
      if (isFiring) events.push({ watch, at, state: 'recovered', value })
      beyondSince = null
      isFiring = false
      continue
    }
    beyondSince ??= at
    if (isFiring || at - beyondSince < watch.windowMs) continue
    events.push({ watch, at: beyondSince + watch.windowMs, state: 'firing', value })
    isFiring = true
  }
  return { state: { until, beyondSince, isFiring }, events }
}
