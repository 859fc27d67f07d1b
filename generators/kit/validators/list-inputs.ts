/** Lists the parts of an API that its validators depend on, as a cache key. */
import type { Api, MediaType } from '../../model/api-model.ts'
import type { SchemaObject } from '../../model/json-schema.ts'
import { prepareSchema } from './prepare-schema.ts'

const prepare = (schema: SchemaObject | undefined) => schema && prepareSchema(schema, { open: false, texts: false })
const prepareContent = (content: readonly MediaType[]) => content.map(({ mediaType, schema }) => [mediaType, prepare(schema)])

export function listInputs(api: Api): unknown {
  const components = Object.entries((api.document.components?.['schemas'] ?? {}) as Readonly<Record<string, SchemaObject>>)
  return {
    api: api.name,
    schemas: components.map(([name, schema]) => [name, prepare(schema)]),
    families: api.families.map(({ name, operations }) => [
      name,
      operations.map(({ id, parameters, body, replies }) => ({
        id,
        parameters: parameters.map((parameter) => [parameter.in, parameter.name, parameter.required, prepare(parameter.schema)]),
        body: body && prepareContent(body.content),
        replies: replies.map(({ status, content }) => [status, prepareContent(content)]),
      })),
    ]),
  }
}
