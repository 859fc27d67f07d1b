/** Emits the types of every operation and every stored resource, for the sandbox's own code. */
import { banner } from '../kit/banner.ts'
import { emitLiteral, emitPropertyName } from '../kit/emit-literal.ts'
import { TypeImports } from '../kit/type-imports.ts'
import type { Api, Family, NamedSchema, Operation } from '../model/api-model.ts'
import { createSchemas } from '../model/schemas.ts'
import { repliesName, requestName } from '../kit/request-types.ts'
import { describeResource } from './describe-resource.ts'

export interface TypedPart {
  readonly api: Api
  readonly family: Family
  /** Resources that first occur in this family. */
  readonly kinds: readonly NamedSchema[]
}

/** @param modulesByType which family's module of @spindrift/types each type is in */
export function emitTypes(parts: readonly TypedPart[], modulesByType: ReadonlyMap<string, string>): string {
  const imports = new TypeImports()
  const operations = parts.flatMap(({ family }) => family.operations.map((operation) => emitOperation(family, operation, imports)))
  const kinds = parts.flatMap(({ family, kinds: own }) =>
    own.map(({ name }) => {
      imports.add(moduleOf(modulesByType.get(name) ?? family.name), name)
      return `  ${emitPropertyName(name)}: ${name}\n`
    }),
  )
  const engineFields = parts.flatMap(({ api, family, kinds: own }) =>
    own.map((schema) => `  ${emitPropertyName(schema.name)}: ${formatUnion(listEngineFields(api, family, schema))}\n`),
  )
  const stateFields = parts.flatMap(({ api, family, kinds: own }) =>
    own.flatMap((schema) => {
      const { lifecycle } = describeResource(api, family.name, schema, createSchemas(api))
      return lifecycle ? [`  ${emitPropertyName(schema.name)}: ${emitLiteral(lifecycle.field)}\n`] : []
    }),
  )
  imports.add('../engine/operation-types.ts', 'Typed')
  return `${banner('sandbox')}${imports.write()}
/** Request and response types of each operation, by operationId. */
export interface Operations {
${operations.join('')}}

/** Type of each stored resource, as in responses. */
export interface Kinds {
${kinds.join('')}}

/** Fields that the engine sets when an object is created: id, timestamps, state, urn and the defaults of the specification. */
export interface EngineFields {
${engineFields.join('')}}

/** Field with the state of each kind that has a lifecycle. */
export interface StateFields {
${stateFields.join('')}}
`
}

function listEngineFields(api: Api, family: Family, schema: NamedSchema): string[] {
  const { id, timestamps, lifecycle, urn, defaults } = describeResource(api, family.name, schema, createSchemas(api))
  const state = lifecycle?.field.includes('.') ? undefined : lifecycle?.field
  const names = [id?.field, ...(timestamps?.created ?? []), state, urn && 'urn', ...Object.keys(defaults ?? {})]
  return [...new Set(names.filter((name) => name !== undefined))]
}

function formatUnion(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => emitLiteral(name)).join(' | ')
}

function emitOperation({ name }: Family, operation: Operation, imports: TypeImports): string {
  const hasInput = operation.parameters.length > 0 || operation.body !== undefined
  const statuses = operation.replies.filter(({ status }) => status.startsWith('2')).map(({ status }) => status)
  if (hasInput) imports.add(moduleOf(name), requestName(operation))
  imports.add(moduleOf(`${name}.replies`), repliesName(operation))
  const reply = `${repliesName(operation)}[${statuses.join(' | ')}]`
  return `  ${emitPropertyName(operation.id)}: Typed<${hasInput ? requestName(operation) : 'object'}, ${reply}>\n`
}

const moduleOf = (module: string) => `@spindrift/types/${module}`
