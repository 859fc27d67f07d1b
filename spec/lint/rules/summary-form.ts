/** Requires a summary of one short, capitalized line. Reviewers check that it is in the imperative. */
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'

const maxSummaryLength = 60

export const summaryForm: Rule = () => ({
  Operation(operation, context) {
    const summary = operation.summary ?? ''
    const at = context.location.child(operation.summary === undefined ? 'operationId' : 'summary')
    const fail = (expected: string, actual: string, fix: string) =>
      report(context, `Expected the summary of ${operation.operationId} to ${expected}; found ${actual}. ${fix}`, at)
    if (summary.trim() === '') {
      fail('be present', 'none', 'Add one like `List volumes`.')
      return
    }
    if (!/^[A-Z]/.test(summary)) fail('begin with a capital letter', `\`${summary}\``, 'Begin with a verb in the imperative, capitalized.')
    if (summary.length > maxSummaryLength)
      fail(`have at most ${maxSummaryLength} characters`, `${summary.length}`, 'Move the detail to the description.')
    if (/[.!?]$/.test(summary.trim())) fail('have no final punctuation', `\`${summary}\``, 'Remove the last character.')
    if (/\n/.test(summary.trim())) fail('be one line', 'several', 'Move the rest to the description.')
  },
})
