/** A summary is one short line that begins like an order. That it is imperative is for the reader of the change to judge. */
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'

const longest = 60

export const summaryForm: Rule = () => ({
  Operation(operation, context) {
    const summary = operation.summary ?? ''
    const at = context.location.child(operation.summary === undefined ? 'operationId' : 'summary')
    const say = (expected: string, came: string, mend: string) =>
      report(context, { expected: `the summary of ${operation.operationId} to ${expected}`, came, mend }, at)
    if (summary.trim() === '') {
      say('be there', 'none', 'Add one like `List volumes`.')
      return
    }
    if (!/^[A-Z]/.test(summary)) say('begin with a capital letter', `\`${summary}\``, 'Begin with a verb in the imperative, capitalized.')
    if (summary.length > longest) say(`have at most ${longest} characters`, `${summary.length}`, 'Move the detail to the description.')
    if (/[.!?]$/.test(summary.trim())) say('have no full stop', `\`${summary}\``, 'Take the last character off.')
    if (/\n/.test(summary.trim())) say('be one line', 'several', 'Move the rest to the description.')
  },
})
