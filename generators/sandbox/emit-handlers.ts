/** Emits the handler tables that the families of the sandbox are checked against. */
import { banner } from '../kit/banner.ts'
import { toPascalCase } from '../kit/emit-identifier.ts'
import { emitLiteral, emitPropertyName } from '../kit/emit-literal.ts'
import type { Api, Family, Operation } from '../model/api-model.ts'
import { createSchemas, type Schemas } from '../model/schemas.ts'
import { describeOperation } from './describe-operation.ts'

interface Part {
  readonly api: Api
  readonly family: Family
}

/** One interface per family and, unless a family has its name, one per API. Operations that the engine answers from the tables, and earlier names of others, are optional. */
export function emitHandlers(parts: readonly Part[]): string {
  const tables = parts
    .map(({ api, family }) => ({ api, family, operations: family.operations.filter(needsHandler) }))
    .filter(({ operations }) => operations.length > 0)
  const families = tables.map(({ api, family, operations }) => {
    const schemas = createSchemas(api)
    return `export interface ${nameTable(family.name)} {\n${operations.map((operation) => emitHandler({ api, family }, operation, schemas)).join('')}}\n`
  })
  const isFamily = new Set(tables.map(({ family }) => family.name))
  const byApi = [...Map.groupBy(tables, ({ api }) => api.name)].filter(([name]) => !isFamily.has(name))
  const apis = byApi.map(
    ([name, own]) => `export interface ${nameTable(name)} extends ${own.map(({ family }) => nameTable(family.name)).join(', ')} {}\n`,
  )
  return `${banner('sandbox')}import type { Handler } from '../engine/call.ts'

${[...families, ...apis].join('\n')}`
}

/** Tools call other operations, and an older spelling is answered as the newer one. */
function needsHandler({ tool, sameAs }: Operation): boolean {
  return tool === undefined && sameAs === undefined
}

const nameTable = (name: string) => `${toPascalCase(name)}Handlers`

function isAnsweredByTables({ generic, measures }: ReturnType<typeof describeOperation>): boolean {
  return generic !== undefined || measures !== undefined
}

function emitHandler({ api, family }: Part, operation: Operation, schemas: Schemas): string {
  const isOptional = operation.renamedTo !== undefined || isAnsweredByTables(describeOperation(api, family, operation, schemas))
  return `  readonly ${emitPropertyName(operation.id)}${isOptional ? '?' : ''}: Handler<${emitLiteral(operation.id)}>\n`
}
