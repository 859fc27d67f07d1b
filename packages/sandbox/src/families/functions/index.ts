/** What other families and the server may use of this one. */
export { findLast, parseTimetable } from './cron.ts'
