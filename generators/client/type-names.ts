/** Names the types of an operation as the client's modules write them, and notes which module each comes from. */
import type { TypeImports } from '../kit/write-imports.ts'
import type { Operation, Reply } from '../model/api-model.ts'
import { repliesName, requestName } from '../types/write-family.ts'

export interface TypeNames {
  readonly request: (operation: Operation) => string
  readonly reply: (operation: Operation, reply: Reply) => string
}

export function nameTypes(imports: TypeImports, family: string, homes: ReadonlyMap<string, string>): TypeNames {
  const use = (home: string, name: string) => {
    imports.add(`@spindrift/types/${home}`, name)
    return name
  }
  return {
    request: (operation) => `request${needsRequest(operation) ? '' : '?'}: ${use(family, requestName(operation))}`,
    // A reply that is just a named schema goes by that name: shorter in a hover, and nothing to look up.
    reply: (operation, reply) => {
      const [content] = reply.content
      if (!content) return 'undefined'
      const name =
        reply.content.length === 1 && content.mediaType === 'application/json' ? content.schema.$ref?.split('/').at(-1) : undefined
      const home = name === undefined ? undefined : homes.get(name)
      if (name !== undefined && home !== undefined) return use(home, name)
      return `${use(family, repliesName(operation))}[${reply.status}]`
    },
  }
}

function needsRequest(operation: Operation): boolean {
  return operation.parameters.some((parameter) => parameter.required) || operation.body?.required === true
}
