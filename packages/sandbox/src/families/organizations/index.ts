/** What other families and the server may use of this one. */
export { firstTeamNumber } from './handlers.ts'
