/** Requires `x-deprecation` on deprecated operations: the start, the replacement and, if known, the end. */
import { report } from '../finding.ts'
import { isObject } from '../openapi.ts'
import type { Rule } from '../redocly.ts'
import { specificationOf } from '../specification.ts'

const operationId = /^[a-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+$/

export const deprecationSaid: Rule = () => ({
  Operation(operation, context) {
    const deprecation = operation['x-deprecation']
    const at = context.location.child(deprecation === undefined ? 'operationId' : 'x-deprecation')
    const fail = (expected: string, actual: string, fix: string) => report(context, `Expected ${expected}; found ${actual}. ${fix}`, at)
    if (operation['deprecated'] !== true) {
      if (deprecation !== undefined)
        fail(
          '`x-deprecation` together with `deprecated: true`',
          '`x-deprecation` alone',
          'Add `deprecated: true`, or remove `x-deprecation`.',
        )
      return
    }
    if (!isObject(deprecation)) {
      fail(
        'a deprecated operation to have a start date and a replacement',
        'none',
        'Add `x-deprecation: { since: 2026-01-31, use: things_list }`.',
      )
      return
    }
    const { since, sunset, use } = deprecation
    if (typeof use !== 'string') fail('`use` to name the replacement', 'none', 'Set it to an operationId or a sentence.')
    else if (operationId.test(use)) checkUse(use)
    else if (!/\s.*\.$/.test(use))
      fail('`use` to be an operationId or a sentence', `\`${use}\``, 'Correct the name, or end the sentence with a period.')
    if (typeof sunset === 'string' && sunset <= String(since))
      fail('`sunset` to come after `since`', `\`${sunset}\``, 'Correct one of the dates.')

    function checkUse(name: string): void {
      const newer = specificationOf(context.location.source.absoluteRef).operations.get(name)
      if (!newer) fail('`use` to be an existing operation', `\`${name}\`, which no document has`, 'Correct the name.')
      else if (newer.operation['deprecated'] === true)
        fail('`use` to be an operation that is not deprecated', `\`${name}\`, which is deprecated too`, 'Name its replacement.')
    }
  },
})
