/** What other families and the server may use of this one. */
export { describeNestedModel } from './describe-model.ts'
