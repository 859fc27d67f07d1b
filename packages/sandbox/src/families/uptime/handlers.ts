/** Uptime checks and their alerts. Every target is up, and no notification is sent. */
import type { Handler } from '../../engine/call.ts'
import { describeState } from './state.ts'
import type { Handlers } from '../family.ts'

const getState: Handler<'uptime_checks_getState'> = ({ path: { check_id: id } }, { engine, clock }) => ({
  state: describeState(engine.get('UptimeCheck', id), engine.getHidden('UptimeCheck', id), clock.now()),
})

export const handlers = { uptime_checks_getState: getState } satisfies Handlers
