/** Finds the request of a sample: required parameters, and the first example of the body. */
import type { Operation, Parameter } from '../../model/api-model.ts'

export type Values = Readonly<Record<string, unknown>>

export interface SampleRequest {
  readonly path?: Values
  readonly query?: Values
  readonly header?: Values
  readonly body?: unknown
}

/** Returns undefined if the examples of the operation are insufficient. */
export function findRequest(operation: Operation): SampleRequest | undefined {
  const requiredParameters = operation.parameters.filter((parameter) => parameter.required)
  if (requiredParameters.some((parameter) => findExample(parameter) === undefined)) return undefined
  const body = operation.body?.content[0]?.examples[0]?.value
  if (operation.body?.required && body === undefined) return undefined
  const groups = (['path', 'query', 'header'] as const).flatMap((location) => {
    const values = requiredParameters
      .filter((parameter) => parameter.in === location)
      .map((parameter) => [parameter.name, findExample(parameter)])
    return values.length === 0 ? [] : [[location, Object.fromEntries(values)]]
  })
  return { ...Object.fromEntries(groups), ...(body !== undefined && { body }) }
}

function findExample({ example, schema }: Parameter): unknown {
  return example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
}

/** Media type of a body that is neither JSON nor a form. */
export function findRawType({ body }: Operation): string | undefined {
  const type = body?.content[0]?.mediaType
  return type === undefined || /\bjson$|^application\/x-www-form-urlencoded$/.test(type) ? undefined : type
}

/** Path with its parameters and the query. */
export function renderAddress({ path: template }: Operation, { path = {}, query = {} }: SampleRequest): string {
  const filled = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, String(item)])),
  )
  return `${filled}${search.size > 0 ? `?${search.toString()}` : ''}`
}
