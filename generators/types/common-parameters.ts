/**
 * Finds identical parameters of many operations, such as `page` and `per_page`, which are declared once as an interface. Repeated at each
 * operation, they would be a tenth of all declarations.
 */
import { toPascalCase } from '../kit/emit-identifier.ts'
import type { Family, Parameter } from '../model/api-model.ts'

/** Interface names of common parameters. */
export interface CommonParameters extends Iterable<readonly [parameter: Parameter, name: string]> {
  readonly has: (parameter: Parameter) => boolean
  readonly get: (parameter: Parameter) => string | undefined
}

const minUses = 20

export function findCommonParameters(families: readonly Family[], usedNames: ReadonlyMap<string, string>): CommonParameters {
  const uses = new Map<string, { readonly parameter: Parameter; count: number }>()
  for (const parameter of families.flatMap((family) => family.operations).flatMap((operation) => operation.parameters)) {
    const key = JSON.stringify(parameter)
    const use = uses.get(key) ?? { parameter, count: 0 }
    use.count += 1
    uses.set(key, use)
  }
  const names = new Map<string, string>()
  for (const [key, { parameter, count }] of uses) {
    const name = `${toPascalCase(parameter.name)}Parameter`
    if (count >= minUses && parameter.in === 'query' && !usedNames.has(name) && ![...names.values()].includes(name)) names.set(key, name)
  }
  return {
    has: (parameter) => names.has(JSON.stringify(parameter)),
    get: (parameter) => names.get(JSON.stringify(parameter)),
    [Symbol.iterator]: () =>
      [...names].map(([key, name]) => [(uses.get(key) as { parameter: Parameter }).parameter, name] as const).values(),
  }
}
