/** Requires the envelope `{ <root>, links, meta }` for every collection of the control API. */
import { effectOf, rootsOf } from '../effect.ts'
import { list, report } from '../finding.ts'
import { follow, successBodies } from '../references.ts'
import type { Rule } from '../redocly.ts'
import { shapesOf } from '../shapes.ts'
import { folderOf, specificationOf } from '../specification.ts'

const shared = '../shared/collections.yaml#/components'

export const listEnvelope: Rule = () => ({
  Operation(operation, context) {
    const file = context.location.source.absoluteRef
    const effect = effectOf(operation)
    if (effect?.verb !== 'lists' || folderOf(file) !== 'control') return
    const id = operation.operationId
    const roots = rootsOf(specificationOf(file), effect.value)
    for (const { status, node, location } of successBodies(context, operation)) {
      for (const shape of node ? shapesOf(context, node, location.child('schema')) : []) {
        const at = location.child('schema')
        const fail = (expected: string, actual: string, fix: string) =>
          report(context, `Expected the ${status} of ${id} to ${expected}; found ${actual}. ${fix}`, at)
        const has = (name: string) => (shape.properties.has(name) ? 'an optional one' : 'none')
        if (!shape.required.has('meta'))
          fail(
            'require `meta`',
            has('meta'),
            `Add \`meta: { $ref: ${shared}/schemas/Meta }\` to its properties and \`meta\` to \`required\`.`,
          )
        for (const [name, target] of [
          ['meta', 'Meta'],
          ['links', 'Links'],
        ] as const) {
          const property = shape.properties.get(name)
          if (property && property.node.$ref !== `${shared}/schemas/${target}`) {
            fail(
              `have the shared \`${name}\``,
              property.node.$ref ? `a reference to ${property.node.$ref}` : 'another schema',
              `Write \`${name}: { $ref: ${shared}/schemas/${target} }\`.`,
            )
          }
        }
        if (!shape.properties.has('links'))
          fail('declare `links`', 'none', `Add \`links: { $ref: ${shared}/schemas/Links }\` to its properties.`)
        if (shape.required.has('links'))
          fail('leave `links` optional', 'a required one', 'Remove `links` from `required`: it is omitted if everything fits on one page.')
        if (roots?.many === undefined) continue
        const root = shape.properties.get(roots.many)
        const found = root && follow(context, root.node, root.location)
        if (root && found?.node.type !== 'array')
          fail(`have an array under \`${roots.many}\``, list([String(found?.node.type)]), 'Make the root an array of the listed schema.')
      }
    }
  },
})
