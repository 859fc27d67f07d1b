/** What other families and the server may use of this one. */
export { findLast, readTimetable } from './cron.ts'
