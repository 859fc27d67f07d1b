/** Names the types of an operation in the client modules, and records their imports. */
import type { TypeImports } from '../kit/type-imports.ts'
import { printSchema } from '../kit/print-schema.ts'
import type { MediaType, Operation, Reply } from '../model/api-model.ts'
import { requestName, emitContent } from '../kit/request-types.ts'
import type { SchemaObject } from '../model/json-schema.ts'

export interface TypeNames {
  /** @param body the form of the body, if there are several */
  readonly requestType: (operation: Operation, body?: SchemaObject) => string
  /** Parameter declaration. */
  readonly request: (operation: Operation, body?: SchemaObject) => string
  readonly type: (schema: SchemaObject) => string
  readonly reply: (reply: Pick<Reply, 'content'>) => string
  readonly schema: (name: string) => string
  /** Type of the hand-written client, by module. */
  readonly own: (module: string, name: string) => string
}

/** @param moduleOf selects the module of @spindrift/types: the one of the family, or the index */
export function nameTypes(
  imports: TypeImports,
  family: string,
  moduleOf: (module: string) => string,
  modulesByType: ReadonlyMap<string, string>,
): TypeNames {
  const use = (module: string, name: string) => {
    imports.add(moduleOf(module), name)
    return name
  }
  const describe = (content: readonly MediaType[]) => {
    const mentions = new Set<string>()
    const text = emitContent(content, mentions)
    for (const name of mentions) use(modulesByType.get(name) ?? family, name)
    return text
  }
  const requestType = (operation: Operation, body?: SchemaObject) => {
    const form = body ? `<${emitLine(describe([{ mediaType: 'application/json', schema: body, examples: [] }]))}>` : ''
    return use(family, requestName(operation)) + form
  }
  return {
    requestType,
    request: (operation, body) => `request${needsRequest(operation) ? '' : '?'}: ${requestType(operation, body)}`,
    type: (schema) => {
      const { text, mentions } = printSchema(schema)
      for (const name of mentions) use(modulesByType.get(name) ?? family, name)
      return text
    },
    reply: ({ content }) => (content.length === 0 ? 'undefined' : describe(content)),
    schema: (name) => use(modulesByType.get(name) ?? family, name),
    own: (module, name) => {
      imports.add(`../${module}`, name)
      return name
    },
  }
}

export const familyModule = (module: string): string => `@spindrift/types/${module}`
export const wholeModule = (): string => '@spindrift/types'

/** Joins a multi-line object type into one line. */
function emitLine(type: string): string {
  return type.replaceAll(/;?\s*\n\s*/g, ' ')
}

function needsRequest(operation: Operation): boolean {
  return operation.parameters.some((parameter) => parameter.required) || operation.body?.required === true
}
