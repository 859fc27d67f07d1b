import type { Call } from '../../engine/call.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { planNamespace } from './namespaces.ts'
import { parentKey } from '../../store/store.ts'
import { findLast, findNext, parseTimetable } from './cron.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Start of the current schedule, in milliseconds since 1970. */
    FunctionsTrigger: { since: number }
  }
}

/** Triggers are not run: the times of the last and the next run are derived from the clock. */
const trigger = {
  serialize: (value, key, { engine, clock }) => {
    const { is_enabled: isEnabled, scheduled_details: details, scheduled_runs: before } = value
    const serialized = { ...value, namespace: parentKey(key.parent)?.id ?? '' }
    if (!isEnabled) return { ...serialized, scheduled_runs: { ...before, next_run_at: null } }
    const timetable = parseTimetable(details.cron)
    const last = findLast(timetable, engine.getHidden('FunctionsTrigger', key).since, clock.now())
    const next = findNext(timetable, clock.now())
    return {
      ...serialized,
      scheduled_runs: {
        last_run_at: last === undefined ? before.last_run_at : formatTimestamp(last),
        next_run_at: next === undefined ? null : formatTimestamp(next),
      },
    }
  },
  // Calls so far used the former schedule.
  beforeUpdate: (value, key, { engine }) => {
    engine.setFields('FunctionsTrigger', key, { scheduled_runs: engine.serialize('FunctionsTrigger', key, value).scheduled_runs })
  },
  afterUpdate: ({ function: functionName, scheduled_details: details }, key, { engine, clock }) => {
    if (!/^([^/\s]+\/)?[^/\s]+$/.test(functionName))
      throw unprocessable('function: must be the name of a function, after its package and a slash if it is in one.')
    assertTimetable(details.cron)
    engine.setHidden('FunctionsTrigger', key, { since: clock.now() })
  },
} satisfies ResourceHooks<'FunctionsTrigger'>

/** @throws Failure 422 */
function assertTimetable(cron: string): void {
  try {
    parseTimetable(cron)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw unprocessable(`scheduled_details.cron: ${error.message}.`)
  }
}

const servedRegions = new Set(['ams3', 'blr1', 'fra1', 'lon1', 'nyc1', 'sfo3', 'sgp1', 'syd1', 'tor1'])

const namespace: ResourceHooks<'FunctionsNamespace'> = {
  parseCreate: ({ body }: Call<'functions_namespaces_create'>, ctx) => {
    // The schema of one form allows any value in the root field of the other.
    const { label, region } = 'label' in body && 'region' in body ? body : { label: body.namespace.label, region: body.namespace.Region }
    if (!servedRegions.has(region)) throw new Failure(404, `region: functions not found in "${region}".`)
    return planNamespace(ctx, { label, region })
  },
}

const accessKey: ResourceHooks<'FunctionsKey'> = {
  parseCreate: ({ body }: Call<'functions_keys_create'>, { ids, clock }) => {
    const id = `dof_v1_${ids.hex(16)}`
    return { fields: { name: body.name, expires_at: findEnd(clock.now(), body.expires_in) }, id }
  },
  envelope: {
    // Only this response has the secret; it is not stored.
    functions_keys_create: ({ value }, { ids }) => ({ access_key: { ...value, secret: ids.hex(64) } }),
    functions_keys_list: ({ total }) => ({ count: total }),
  },
}

const secondsOf = { h: 3600, d: 24 * 3600 }

/** Latest valid date. */
const endOfTime = Date.UTC(9999, 11, 31)

/** Expiry of `12h` or `30d` from now; null for never. */
function findEnd(now: number, lifetime: string | undefined): string | null {
  if (lifetime === undefined) return null
  const unit = lifetime.endsWith('h') ? 'h' : 'd'
  return formatTimestamp(Math.min(endOfTime, now + Number(lifetime.slice(0, -1)) * secondsOf[unit] * 1000))
}

export const hooks: HooksByKind = { FunctionsNamespace: namespace, FunctionsKey: accessKey, FunctionsTrigger: trigger }
