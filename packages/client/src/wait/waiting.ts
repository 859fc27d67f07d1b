/** Modules that wait, loaded on demand as one chunk. */
export { lifecycles } from '../generated/lifecycles.ts'
export { refreshBody } from './refresh-body.ts'
export { sendUnlocked } from './send-unlocked.ts'
export { waitForAction } from './wait-for-action.ts'
export { waitForState } from './wait-for-state.ts'
