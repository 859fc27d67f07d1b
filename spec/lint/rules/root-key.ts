/** Requires JSON responses of the control API to be objects with a required root key. */
import { actionOf, effectOf, rootsOf, type Effect, type Roots } from '../effect.ts'
import { list, report } from '../finding.ts'
import { successBodies } from '../references.ts'
import type { Rule } from '../redocly.ts'
import { shapesOf } from '../shapes.ts'
import { folderOf, specificationOf } from '../specification.ts'

export const rootKey: Rule = () => ({
  Operation(operation, context) {
    const file = context.location.source.absoluteRef
    if (folderOf(file) !== 'control') return
    const effect = effectOf(operation)
    const expectedRoots = effect && wantedRoots(effect, rootsOf(specificationOf(file), effect.value), actionOf(operation) !== undefined)
    for (const { status, node, location } of successBodies(context, operation)) {
      if (!node) continue
      for (const shape of shapesOf(context, node, location.child('schema'))) {
        if (shape.types.length > 0 && shape.types.some((type) => type !== 'object')) {
          report(
            context,
            `Expected the ${status} of ${operation.operationId} to be a JSON object; found ${list(shape.types)}. Wrap it in an object with a root key.`,
            location.child('schema'),
          )
          continue
        }
        if (!expectedRoots || expectedRoots.some((root) => shape.required.has(root))) continue
        const optional = expectedRoots.find((root) => shape.properties.has(root))
        const [actual, fix] = optional
          ? [`\`${optional}\` that is optional`, `Add \`${optional}\` to the schema's \`required\`.`]
          : [
              `an object with ${list(shape.properties.keys())}`,
              'Wrap the body in that root key, or correct the `x-effect` or the `x-resource`.',
            ]
        const expected = `the ${status} of ${operation.operationId} to require the root ${list(expectedRoots)}`
        report(context, `Expected ${expected}; found ${actual}. ${fix}`, location.child('schema'))
      }
    }
  },
})

/** Returns the root keys of which one is required, or undefined if the effect does not determine the body. */
function wantedRoots(effect: Effect, roots: Roots | undefined, isAction: boolean): readonly string[] | undefined {
  switch (effect.verb) {
    case 'lists':
      return present(roots?.many)
    case 'gets':
    case 'updates':
    case 'replaces':
      return present(roots?.one)
    case 'creates':
      return roots?.one === undefined ? undefined : present(roots.one, roots.many)
    case 'acts-on':
      return isAction ? ['action', 'actions'] : undefined
    case 'deletes':
    case 'measures':
    case 'computes':
      return undefined
  }
}

function present(...roots: readonly (string | undefined)[]): readonly string[] | undefined {
  const known = roots.filter((root) => root !== undefined)
  return known.length > 0 ? known : undefined
}
