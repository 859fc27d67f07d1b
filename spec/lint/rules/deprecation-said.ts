/** A deprecated operation says since when it is, what to use instead, and until when it is there if that is known. */
import { report } from '../finding.ts'
import { isObject } from '../openapi.ts'
import type { Rule } from '../redocly.ts'
import { specificationOf } from '../specification.ts'

const operationId = /^[a-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+$/

export const deprecationSaid: Rule = () => ({
  Operation(operation, context) {
    const said = operation['x-deprecation']
    const at = context.location.child(said === undefined ? 'operationId' : 'x-deprecation')
    const tell = (expected: string, came: string, mend: string) => report(context, { expected, came, mend }, at)
    if (operation['deprecated'] !== true) {
      if (said !== undefined) tell('`x-deprecation` beside `deprecated: true`', 'it alone', 'Add `deprecated: true`, or take it away.')
      return
    }
    if (!isObject(said)) {
      tell(
        'a deprecated operation to say since when, and what to use',
        'nothing',
        'Add `x-deprecation: { since: 2026-01-31, use: things_list }`.',
      )
      return
    }
    const { since, sunset, use } = said
    if (typeof use !== 'string') tell('`use` to say what takes its place', 'none', 'Name an operation, or write a sentence.')
    else if (operationId.test(use)) checkUse(use)
    else if (!/\s.*\.$/.test(use))
      tell('`use` to be an operationId or a sentence', `\`${use}\``, 'Mend the name, or end the sentence with a full stop.')
    if (typeof sunset === 'string' && sunset <= String(since))
      tell('`sunset` to come after `since`', `\`${sunset}\``, 'Mend one of the days.')

    function checkUse(name: string): void {
      const newer = specificationOf(context.location.source.absoluteRef).operations.get(name)
      if (!newer) tell('`use` to be an operation', `\`${name}\`, which no document has`, 'Mend the name.')
      else if (newer.operation['deprecated'] === true)
        tell('`use` to be something that stays', `\`${name}\`, which is deprecated too`, 'Name what takes its place.')
    }
  },
})
