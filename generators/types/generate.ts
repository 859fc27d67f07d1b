/**
 * Generates packages/types: one module per family with flat names, an index, response types, `paths` for the libraries around
 * openapi-typescript, and `Operations`, the types by operationId. Contains no JavaScript.
 */
import { banner } from '../kit/banner.ts'
import { compareText, type GeneratedFile } from '../kit/generated-file.ts'
import { TypeImports } from '../kit/type-imports.ts'
import { emitPropertyName } from '../kit/emit-literal.ts'
import { emitPath } from '../kit/emit-path.ts'
import type { ApiModel, Family, NamedSchema } from '../model/api-model.ts'
import { findHomes } from '../model/find-homes.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { SpecError } from '../model/spec-error.ts'
import { findCommonParameters } from './common-parameters.ts'
import { findOpenSchemas } from './find-open-schemas.ts'
import { repliesName, requestName } from '../kit/request-types.ts'
import { type Declarations, declareFamily, emitFamily } from './emit-family.ts'
import { emitAllPaths, emitFamilyPaths } from './emit-paths.ts'
import { emitReplies } from './emit-replies.ts'

const folder = 'packages/types/src/generated'

export function generateTypes(model: ApiModel): GeneratedFile[] {
  const families = mergeFamilies(model)
  const schemas = findHomes(model)
  checkNames(families, schemas)
  const common = findCommonParameters(families, schemas)
  const modulesByType = new Map([...schemas, ...[...common].map(([, name]) => [name, 'shared'] as const)])
  const documented = findScalars(families)
  const isOpen = findOpenSchemas(families.flatMap((family) => family.schemas))
  const calledFamilies = families.filter((family) => family.operations.length > 0)
  const declarations = families.map((family) => declareFamily(family, common, documented))
  return [
    ...declarations.map((each) => ({ path: emitPath(folder, `${each.family.name}.ts`), text: emitFamily(each, modulesByType) })),
    ...calledFamilies.flatMap((family) => [
      { path: emitPath(folder, `${family.name}.replies.ts`), text: emitReplies(family, modulesByType) },
      { path: emitPath(folder, `${family.name}.paths.ts`), text: emitFamilyPaths(family, modulesByType, isOpen) },
    ]),
    { path: `${folder}/paths.ts`, text: emitAllPaths(calledFamilies) },
    { path: `${folder}/index.ts`, text: emitIndex(declarations) },
    { path: `${folder}/operations.ts`, text: emitOperations(calledFamilies) },
  ]
}

function findScalars(families: readonly Family[]): Map<string, SchemaObject> {
  const isScalar = ({ schema }: NamedSchema) => schema.properties === undefined && schema.items === undefined
  return new Map(families.flatMap(({ schemas }) => schemas.filter(isScalar).map(({ name, schema }) => [name, schema] as const)))
}

/** Rejects duplicate type names, as interfaces of the same name would merge silently. */
function checkNames(families: readonly Family[], modulesByType: ReadonlyMap<string, string>): void {
  for (const operation of families.flatMap((family) => family.operations)) {
    const conflict = [requestName(operation), repliesName(operation)].find((name) => modulesByType.has(name))
    if (conflict !== undefined)
      throw new SpecError(
        operation.source,
        `${operation.id} produces the type ${conflict}, which is also the name of a schema. Rename one of them.`,
      )
  }
}

/** Merges the families of all APIs, as `shared` is in each of them. */
function mergeFamilies(model: ApiModel): Family[] {
  const merged = new Map<string, Family>()
  for (const family of model.apis.flatMap((api) => api.families)) {
    const existing = merged.get(family.name)
    const schemas = [...(existing?.schemas ?? []), ...family.schemas]
    merged.set(family.name, {
      ...family,
      operations: [...(existing?.operations ?? []), ...family.operations],
      schemas: [...new Map(schemas.map((schema) => [schema.name, schema])).values()].toSorted((a, b) => compareText(a.name, b.name)),
    })
  }
  return [...merged.values()].toSorted((a, b) => compareText(a.name, b.name))
}

/** Emits all types in one module. Re-exporting the family modules would make editors open all of them. */
function emitIndex(declarations: readonly Declarations[]): string {
  return [banner('types'), ...declarations.flatMap(({ texts }) => texts)].join('\n')
}

function emitOperations(families: readonly Family[]): string {
  const imports = new TypeImports()
  for (const family of families) {
    for (const operation of family.operations) {
      imports.add(`./${family.name}.ts`, requestName(operation))
      imports.add(`./${family.name}.replies.ts`, repliesName(operation))
    }
  }
  const rows = families
    .flatMap((family) => family.operations)
    .toSorted((a, b) => compareText(a.id, b.id))
    .map((operation) => `  ${emitPropertyName(operation.id)}: { request: ${requestName(operation)}; replies: ${repliesName(operation)} }\n`)
  return `${banner('types')}${imports.write()}\n/** Types of every operation by operationId. */\nexport interface Operations {\n${rows.join('')}}\n`
}
