/**
 * Makes packages/types: one module per family with flat names, an index that exports them all, and `Operations`, which
 * finds an operation's types by its operationId. No JavaScript comes out of it.
 */
import { banner } from '../kit/banner.ts'
import { compareText, type GeneratedFile } from '../kit/generated-file.ts'
import { TypeImports } from '../kit/write-imports.ts'
import { writePropertyName } from '../kit/write-literal.ts'
import { writePath } from '../kit/write-path.ts'
import type { ApiModel, Family } from '../model/api-model.ts'
import { findHomes } from '../model/find-homes.ts'
import { SpecError } from '../model/spec-error.ts'
import { repliesName, requestName, writeFamily } from './write-family.ts'

const folder = 'packages/types/src/generated'

export function generateTypes(model: ApiModel): GeneratedFile[] {
  const families = mergeFamilies(model)
  const homes = findHomes(model)
  checkNames(families, homes)
  return [
    ...families.map((family) => ({ path: writePath(folder, `${family.name}.ts`), text: writeFamily(family, homes) })),
    { path: `${folder}/index.ts`, text: writeIndex(families) },
    { path: `${folder}/operations.ts`, text: writeOperations(families) },
  ]
}

/** Two interfaces of one name in a module would merge without a word. */
function checkNames(families: readonly Family[], homes: ReadonlyMap<string, string>): void {
  for (const operation of families.flatMap((family) => family.operations)) {
    const clash = [requestName(operation), repliesName(operation)].find((name) => homes.has(name))
    if (clash !== undefined)
      throw new SpecError(operation.source, `${operation.id} makes the type ${clash}, and a schema has that name too.`)
  }
}

/** The families of all APIs; `shared` is in each of them, and once in the result. */
function mergeFamilies(model: ApiModel): Family[] {
  const merged = new Map<string, Family>()
  for (const family of model.apis.flatMap((api) => api.families)) {
    const earlier = merged.get(family.name)
    const schemas = [...(earlier?.schemas ?? []), ...family.schemas]
    merged.set(family.name, {
      ...family,
      operations: [...(earlier?.operations ?? []), ...family.operations],
      schemas: [...new Map(schemas.map((schema) => [schema.name, schema])).values()].toSorted((a, b) => compareText(a.name, b.name)),
    })
  }
  return [...merged.values()].toSorted((a, b) => compareText(a.name, b.name))
}

function writeIndex(families: readonly Family[]): string {
  return banner('types') + families.map((family) => `export type * from './${family.name}.ts'\n`).join('')
}

function writeOperations(families: readonly Family[]): string {
  const withOperations = families.filter((family) => family.operations.length > 0)
  const imports = new TypeImports()
  for (const family of withOperations) {
    for (const operation of family.operations) {
      imports.add(`./${family.name}.ts`, requestName(operation))
      imports.add(`./${family.name}.ts`, repliesName(operation))
    }
  }
  const rows = withOperations
    .flatMap((family) => family.operations)
    .toSorted((a, b) => compareText(a.id, b.id))
    .map(
      (operation) => `  ${writePropertyName(operation.id)}: { request: ${requestName(operation)}; replies: ${repliesName(operation)} }\n`,
    )
  return `${banner('types')}${imports.write()}\n/** Every operation's types by its operationId. */\nexport interface Operations {\n${rows.join('')}}\n`
}
