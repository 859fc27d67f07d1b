/** A document says only what differs from `conventions.yaml`: what it repeats would hide that the convention has changed. */
import { visitDocuments } from '../documents.ts'
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'

export const conventionsUnrepeated: Rule = () =>
  visitDocuments(({ document, context, at }) => {
    for (const keys of document.repeats) {
      report(
        context,
        {
          expected: 'only what differs from spec/conventions.yaml',
          came: `\`${keys.at(-1)}\` as it is filled in anyway`,
          mend: 'Take it away; `pnpm spec show <operationId>` prints the operation whole.',
        },
        at(keys, { reportOnKey: true }),
      )
    }
  })
