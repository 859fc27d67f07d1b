/** Requires `required: true` on path parameters, as OpenAPI does. */
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'

export const pathParametersRequired: Rule = () => ({
  Parameter(parameter, context) {
    if (parameter.in !== 'path' || parameter['required'] === true) return
    report(
      context,
      `Expected \`required: true\` on the path parameter ${parameter.name}; found ${JSON.stringify(parameter['required']) ?? 'none'}. Add it after \`in\`.`,
    )
  },
})
