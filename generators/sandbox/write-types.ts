/** Writes what the sandbox's own code is checked against: the types of every operation and of every kind of stored object. */
import { banner } from '../kit/banner.ts'
import { writePropertyName } from '../kit/write-literal.ts'
import { TypeImports } from '../kit/write-imports.ts'
import type { Family, NamedSchema, Operation } from '../model/api-model.ts'
import { repliesName, requestName } from '../kit/request-types.ts'

export interface TypedPart {
  readonly family: Family
  /** The kinds that are first met here. */
  readonly kinds: readonly NamedSchema[]
}

/** @param homes which family's module of @spindrift/types each type is in */
export function writeTypes(parts: readonly TypedPart[], homes: ReadonlyMap<string, string>): string {
  const imports = new TypeImports()
  const operations = parts.flatMap(({ family }) => family.operations.map((operation) => writeOperation(family, operation, imports)))
  const kinds = parts.flatMap(({ family, kinds: own }) =>
    own.map(({ name }) => {
      imports.add(moduleOf(homes.get(name) ?? family.name), name)
      return `  ${writePropertyName(name)}: ${name}\n`
    }),
  )
  imports.add('../engine/operation-types.ts', 'Typed')
  return `${banner('sandbox')}${imports.write()}
/** What each operation is asked with and answers, by its operationId. */
export interface Operations {
${operations.join('')}}

/** What is stored of each kind of object, as it is sent. */
export interface Kinds {
${kinds.join('')}}
`
}

function writeOperation({ name }: Family, operation: Operation, imports: TypeImports): string {
  const asks = operation.parameters.length > 0 || operation.body !== undefined
  const statuses = operation.replies.filter(({ status }) => status.startsWith('2')).map(({ status }) => status)
  if (asks) imports.add(moduleOf(name), requestName(operation))
  imports.add(moduleOf(`${name}.replies`), repliesName(operation))
  const reply = `${repliesName(operation)}[${statuses.join(' | ')}]`
  return `  ${writePropertyName(operation.id)}: Typed<${asks ? requestName(operation) : 'object'}, ${reply}>\n`
}

const moduleOf = (home: string) => `@spindrift/types/${home}`
