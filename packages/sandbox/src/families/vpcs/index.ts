/** What other families and the server may use of this one. */
export { gatewaysOf } from './members.ts'
