/** What other families and the server may use of this one. */
export { type Load, loadOf } from './autoscaling.ts'
