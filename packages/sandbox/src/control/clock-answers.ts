import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import type { Parts } from '../parts.ts'
import { type ControlAnswers, replyJson } from './control-answer.ts'

export function readClock(clock: Parts['clock']): Value {
  return { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen() }
}

/** The years that a time can be written for. */
const latest = Date.UTC(9999, 11, 31)

function setClock({ advance_seconds: seconds, now, frozen }: Value, { clock, catchUp }: Parts): void {
  if (seconds !== undefined && (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0))
    throw new Failure(422, 'advance_seconds: must be a number from 0')
  if (frozen !== undefined && typeof frozen !== 'boolean') throw new Failure(422, 'frozen: must be true or false')
  const moment = typeof now === 'string' ? Date.parse(now) : Number.NaN
  if (now !== undefined && Number.isNaN(moment)) throw new Failure(422, 'now: must be a time like 2026-03-02T09:00:00Z')
  const goal = (now === undefined ? clock.now() : moment) + (seconds ?? 0) * 1000
  if (goal > latest || goal < 0) throw new Failure(422, 'The clock can be set from 1970 to 9999.')
  if (frozen !== undefined) clock.freeze(frozen)
  if (now !== undefined) clock.set(moment)
  if (seconds !== undefined) clock.advance(seconds * 1000)
  catchUp()
}

export const clockAnswers: ControlAnswers = {
  'GET /_sandbox/clock': (_request, { clock }) => replyJson(readClock(clock)),
  'POST /_sandbox/clock': ({ body }, parts) => {
    setClock(body, parts)
    return replyJson(readClock(parts.clock))
  },
}
