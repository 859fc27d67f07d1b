/** State of uptime checks. */
import type { Handler } from '../../engine/call.ts'
import { listOutages } from './outages.ts'
import { describeState } from './state.ts'
import type { Handlers } from '../family.ts'

const getState: Handler<'uptime_checks_getState'> = ({ path: { check_id: id } }, ctx) => {
  const { engine, clock } = ctx
  const check = engine.get('UptimeCheck', id)
  return { state: describeState(check, engine.getHidden('UptimeCheck', id), clock.now(), listOutages(ctx, check, clock.now())) }
}

export const handlers = { uptime_checks_getState: getState } satisfies Handlers
