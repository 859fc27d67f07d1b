/** All that waits, as one module to load when it is first needed. */
export { renewBody } from './renew-body.ts'
export { sendUnlocked } from './send-unlocked.ts'
export { waitForAction } from './wait-for-action.ts'
export { waitForState } from './wait-for-state.ts'
