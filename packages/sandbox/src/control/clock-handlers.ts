import { parseInstant } from '../clock/parse-instant.ts'
import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import type { Dependencies } from '../dependencies.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'

export function formatClock(clock: Dependencies['clock']): Value {
  return { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen() }
}

/** Latest time: jobs of the skipped time run, and those of centuries would block the sandbox. */
const latest = Date.UTC(2099, 11, 31)

const known = ['advance_seconds', 'now', 'frozen', 'until']

/** @throws Failure 422 */
export function setClock(body: Value, { clock, limiter, runPendingJobs, platform }: Dependencies): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name))
  if (unknown !== undefined || Object.keys(body).length === 0)
    throw new Failure(422, `${unknown === undefined ? 'The body is empty' : `${unknown}: unknown field`}. Give ${known.join(', ')}.`)
  const { advance_seconds: seconds, now, frozen, until } = body
  if (seconds !== undefined && (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0))
    throw new Failure(422, 'advance_seconds: must be 0 or more')
  if (frozen !== undefined && typeof frozen !== 'boolean') throw new Failure(422, 'frozen: must be true or false')
  if (until !== undefined) {
    if (until !== 'next_job') throw new Failure(422, 'until: must be next_job')
    if (now !== undefined || seconds !== undefined) throw new Failure(422, 'until: cannot be combined with now or advance_seconds')
    const next = platform.store.nextJobTime()
    if (next > latest) throw new Failure(409, 'There is no scheduled job.')
    clock.set(next)
  }
  const time = typeof now === 'string' ? parseInstant(now) : Number.NaN
  if (now !== undefined && Number.isNaN(time)) throw new Failure(422, 'now: must be a time, for example 2026-03-02T09:00:00Z')
  const goal = (now === undefined ? clock.now() : time) + (seconds ?? 0) * 1000
  if (goal > latest || goal < 0) throw new Failure(422, 'The clock can be set from 1970 to 2099.')
  // Logged requests of a later time would count until then.
  if (goal < clock.now()) limiter.clear()
  if (frozen !== undefined) clock.freeze(frozen)
  if (now !== undefined) clock.set(time)
  if (seconds !== undefined) clock.advance(seconds * 1000)
  runPendingJobs()
}

export const clockHandlers = {
  'GET /_sandbox/clock': (_request, { clock }) => replyJson(formatClock(clock)),
  'POST /_sandbox/clock': ({ body }, dependencies) => {
    setClock(body, dependencies)
    const { events, clock } = dependencies
    events.publish('clock', 'clock', formatClock(clock))
    return replyJson(formatClock(dependencies.clock))
  },
} satisfies Partial<ControlHandlers>
