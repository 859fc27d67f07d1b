/** Describes the arguments of a tool: target in the request, type conversion and bounds. */
import type { Api, Operation, Tool } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { createSchemas, type Schemas } from '../model/schemas.ts'
import { SpecError } from '../model/spec-error.ts'

type Target = Tool['arguments'][string]

export interface CalledOperation {
  readonly api: Api
  readonly operation: Operation
}

export function describeArguments(tool: Tool, { api, operation }: CalledOperation): object {
  const schemas = createSchemas(api)
  const rows = Object.entries(tool.arguments).map(([name, target]) => [
    name,
    typeof target === 'string' ? { to: target } : { ...target, ...describeBounds(target, operation, schemas) },
  ])
  return Object.fromEntries(rows) as object
}

/** Finds the operation that a tool calls. @throws SpecError if it does not exist */
export function findCalledOperation(apis: readonly Api[], tool: Tool, { source }: Operation): CalledOperation {
  for (const api of apis)
    for (const { operations } of api.families) {
      const operation = operations.find(({ id }) => id === tool.calls)
      if (operation) return { api, operation }
    }
  throw new SpecError(source, `x-tool calls "${tool.calls}", which does not exist.`)
}

/** Bounds of the converted number, as the schema of the string argument cannot have them. */
function describeBounds({ to, as }: Exclude<Target, string>, operation: Operation, schemas: Schemas): object {
  if (as !== 'integer') return {}
  const [location, ...steps] = to.split('.')
  const start =
    location === 'body'
      ? operation.body?.content.find(({ mediaType }) => mediaType === 'application/json')?.schema
      : operation.parameters.find((parameter) => parameter.in === location && parameter.name === steps.join('.'))?.schema
  const walk = (schema: SchemaObject | undefined, step: string) => schema && schemas.propertiesOf(schema)[step]
  const schema = location === 'body' ? steps.reduce(walk, start) : start
  if (!schema) throw new SpecError(operation.source, `A tool sends "${to}", which ${operation.id} does not have.`)
  const { minimum, maximum } = schemas.open(schema)
  return { minimum, maximum }
}
