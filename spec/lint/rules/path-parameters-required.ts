/** Requires `required: true` on path parameters, as OpenAPI does. */
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'

export const pathParametersRequired: Rule = () => ({
  Parameter(parameter, context) {
    if (parameter.in !== 'path' || parameter['required'] === true) return
    report(context, {
      expected: `\`required: true\` on the path parameter ${parameter.name}`,
      actual: JSON.stringify(parameter['required']) ?? 'none',
      fix: 'Add it after `in`.',
    })
  },
})
