/** Reports values that repeat `conventions.yaml`. A repeated value would stay when the convention changes. */
import { visitDocuments } from '../documents.ts'
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'

export const conventionsUnrepeated: Rule = () =>
  visitDocuments(({ document, context, at }) => {
    for (const keys of document.repeats) {
      report(
        context,
        `Expected only what differs from spec/conventions.yaml; found \`${keys.at(-1)}\` with the value of the convention. Remove it; \`pnpm spec show <operationId>\` prints the complete operation.`,
        at(keys, { reportOnKey: true }),
      )
    }
  })
