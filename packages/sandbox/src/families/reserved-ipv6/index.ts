/** What other families and the server may use of this one. */
export { ipv6Holder, shortest } from './handlers.ts'
