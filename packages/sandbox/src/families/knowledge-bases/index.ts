/** What other families and the server may use of this one. */
export { findSchedule } from './find-schedule.ts'
export { databaseStatus, knowledgeBaseKey, listSources, openKnowledgeBase } from './open-knowledge-base.ts'
