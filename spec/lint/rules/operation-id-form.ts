/** `<group>_<verb>[_<object>]`: the group is the document's family, the verb is one of ours, the object is snake_case. */
import { report } from '../finding.ts'
import { isObject } from '../openapi.ts'
import type { Rule } from '../redocly.ts'
import { familyOf } from '../specification.ts'
import { verbs } from '../verbs.ts'

const form = /^(?<group>[^_]*)_(?<verb>[^_]*)(?:_(?<object>.*))?$/

export const operationIdForm: Rule = () => ({
  Operation(operation, context) {
    const id = operation.operationId
    if (typeof id !== 'string') return
    const at = context.location.child('operationId')
    const group = camelCase(familyOf(at.source.absoluteRef))
    const parts = form.exec(id)?.groups
    if (!parts) {
      report(
        context,
        { expected: 'an operationId `<group>_<verb>[_<object>]`', came: `\`${id}\``, mend: `Begin it with \`${group}_\` and a verb.` },
        at,
      )
      return
    }
    if (parts['group'] !== group) {
      report(
        context,
        {
          expected: `the group \`${group}\`, the document's family`,
          came: `\`${parts['group']}\` in \`${id}\``,
          mend: 'Rename the operation, or move it to the document of its family.',
        },
        at,
      )
    }
    if (!verbs.some((verb) => verb === parts['verb'])) {
      report(
        context,
        {
          expected: 'a verb from the list in spec/README.md',
          came: `\`${parts['verb']}\` in \`${id}\``,
          mend: 'Choose one of the list; what it acts on goes after it.',
        },
        at,
      )
    }
    if (parts['object'] !== undefined && !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(parts['object'])) {
      report(
        context,
        {
          expected: 'an object in snake_case',
          came: `\`${parts['object']}\` in \`${id}\``,
          mend: 'Write it in lower case with single underscores.',
        },
        at,
      )
    }
    if (parts['verb'] === 'patch' && !(isObject(context.parent) && 'put' in context.parent)) {
      report(
        context,
        { expected: 'the verb `patch` only beside a PUT', came: `\`${id}\` on a path without one`, mend: 'Use `update`.' },
        at,
      )
    }
  },
})

function camelCase(family: string): string {
  return family.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
