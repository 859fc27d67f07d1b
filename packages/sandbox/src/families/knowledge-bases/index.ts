/** What other families and the server may use of this one. */
export { databaseStatus, type DataSource, findSchedule, listSources, sourceAt } from './open-knowledge-base.ts'
