/** What other families and the server may use of this one. */
export { steadyLoad } from './components.ts'
