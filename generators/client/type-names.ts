/** Names the types of an operation as the client's modules write them, and notes which module each comes from. */
import type { TypeImports } from '../kit/write-imports.ts'
import type { Operation, Reply } from '../model/api-model.ts'
import { requestName, writeContent } from '../kit/request-types.ts'

export interface TypeNames {
  readonly request: (operation: Operation) => string
  readonly reply: (reply: Reply) => string
  readonly schema: (name: string) => string
  /** A type of the hand-written client, by its module there. */
  readonly own: (module: string, name: string) => string
}

/** `moduleOf` says which module of @spindrift/types a type is taken from: its family's, or the one with everything. */
export function nameTypes(
  imports: TypeImports,
  family: string,
  moduleOf: (home: string) => string,
  homes: ReadonlyMap<string, string>,
): TypeNames {
  const use = (home: string, name: string) => {
    imports.add(moduleOf(home), name)
    return name
  }
  return {
    request: (operation) => `request${needsRequest(operation) ? '' : '?'}: ${use(family, requestName(operation))}`,
    reply: (reply) => {
      if (reply.content.length === 0) return 'undefined'
      const mentions = new Set<string>()
      const text = writeContent(reply.content, mentions)
      for (const name of mentions) use(homes.get(name) ?? family, name)
      return text
    },
    schema: (name) => use(homes.get(name) ?? family, name),
    own: (module, name) => {
      imports.add(`../${module}`, name)
      return name
    },
  }
}

export const familyModule = (home: string): string => `@spindrift/types/${home}`
export const wholeModule = (): string => '@spindrift/types'

function needsRequest(operation: Operation): boolean {
  return operation.parameters.some((parameter) => parameter.required) || operation.body?.required === true
}
