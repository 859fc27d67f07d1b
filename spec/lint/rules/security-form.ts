/** In the control API reads inherit the security of the entry, everything else asks for write, and all operations name their fine-grained scopes. */
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'
import { folderOf } from '../specification.ts'

const write = JSON.stringify([{ oauth2: ['read', 'write'] }, { personalAccessToken: [] }])
const written = '[{ oauth2: [read, write] }, { personalAccessToken: [] }]'

export const securityForm: Rule = () => ({
  Operation(operation, context) {
    if (folderOf(context.location.source.absoluteRef) !== 'control') return
    const id = operation.operationId
    const at = context.location.child('operationId')
    const { security } = operation
    if (context.key === 'get') {
      if (security !== undefined) {
        const mend = 'Take `security` away.'
        report(
          context,
          { expected: `the read ${id} to inherit the entry's security`, came: JSON.stringify(security), mend },
          context.location.child('security').key(),
        )
      }
    } else if (JSON.stringify(security) !== write) {
      const place = security === undefined ? at : context.location.child('security')
      report(
        context,
        {
          expected: `${id} to need a token that may write`,
          came: security === undefined ? 'no `security`' : JSON.stringify(security),
          mend: `Write \`security: ${written}\`.`,
        },
        place,
      )
    }
    if (operation['x-scopes'] === undefined) {
      report(
        context,
        {
          expected: `${id} to have \`x-scopes\``,
          came: 'none',
          mend: "Add `x-scopes: ['volume:read']` from the facts, or `[]` where any token will do.",
        },
        at,
      )
    }
  },
})
