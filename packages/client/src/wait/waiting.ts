/** Modules that wait, loaded on demand as one chunk. */
export { refreshBody } from './refresh-body.ts'
export { sendWhenUnlocked } from './send-when-unlocked.ts'
export { waitForAction } from './wait-for-action.ts'
export { waitForState } from './wait-for-state.ts'
