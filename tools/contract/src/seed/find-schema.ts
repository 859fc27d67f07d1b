/** Finds operations, resolved schemas and examples for the tests of the requirements. */
import type { MediaType, Parameter, Reply } from '../../../../generators/model/api-model.ts'
import type { SchemaObject } from '../../../../generators/model/json-schema.ts'
import { resolve } from '../../../../generators/model/resolve.ts'
import { sentContent } from '../build-request.ts'
import type { OperationEntry } from '../load-specification.ts'
import { specification } from '../rules/rule.ts'
import { createSchemaValidator } from '../schema-validator.ts'

const byId = new Map(specification.entries.map((entry) => [entry.operation.id, entry]))
const schemas = new Map(
  specification.model.apis.flatMap((api) =>
    api.families.flatMap((family) => family.schemas.map((schema) => [schema.name, { api, ...schema }] as const)),
  ),
)

export function operation(id: string): OperationEntry {
  return demand(byId.get(id), `the operation ${id}`)
}

export function namedSchema(name: string) {
  return demand(schemas.get(name), `the schema ${name}`)
}

/** Resolves a schema and follows a path of properties; `*` stands for array items. */
export function findSchema({ api }: Pick<OperationEntry, 'api'>, schema: SchemaObject, path = ''): SchemaObject {
  const source = { file: `spec/dist/${api.name}.json`, pointer: path }
  let current = resolve<SchemaObject>(api.document, schema, source)
  for (const name of path === '' ? [] : path.split('.')) {
    const next = name === '*' ? current.items : current.properties?.[name]
    current = resolve<SchemaObject>(api.document, demand(next, `"${name}" of "${path}"`), source)
  }
  return current
}

/** Finds a property of a named schema: `findNamedSchema('Droplet', 'locked')`. */
export function findNamedSchema(name: string, path = ''): SchemaObject {
  const { api, schema } = namedSchema(name)
  return findSchema({ api }, schema, path)
}

export function parameter(id: string, name: string): Parameter {
  return demand(
    operation(id).operation.parameters.find((each) => each.name === name),
    `the parameter ${name} of ${id}`,
  )
}

/** Returns the 2xx replies. */
export function successes({ operation: { replies } }: OperationEntry): Reply[] {
  return replies.filter(({ status }) => status.startsWith('2'))
}

export function failures({ operation: { replies } }: OperationEntry): Reply[] {
  return replies.filter(({ status }) => /^[45]|default/.test(status))
}

/** JSON content of the successful reply. */
export function jsonReply(entry: OperationEntry): MediaType | undefined {
  return successes(entry)
    .flatMap(({ content }) => content)
    .find(({ mediaType }) => mediaType === 'application/json')
}

/** Finds a property of the JSON reply. */
export function answered(id: string, path = ''): SchemaObject {
  const entry = operation(id)
  return findSchema(entry, demand(jsonReply(entry), `a JSON answer of ${id}`).schema, path)
}

/** Finds a property of the request body. */
export function requested(id: string, path = ''): SchemaObject {
  const entry = operation(id)
  return findSchema(entry, demand(sentContent(entry.operation), `a request body of ${id}`).schema, path)
}

/** First example of the request body. */
export function sampleBody(id: string): Readonly<Record<string, unknown>> {
  // Every body of the specification is an object; otherwise the test fails.
  return demand(sentContent(operation(id).operation)?.examples[0], `an example body of ${id}`).value as Record<string, unknown>
}

/** Examples of the JSON reply. */
export function sampleAnswers(id: string): readonly unknown[] {
  return demand(jsonReply(operation(id)), `a JSON answer of ${id}`).examples.map(({ value }) => value)
}

/** Validates a request body. @returns one line for each error */
export function refusal(id: string, body: unknown): string[] {
  const entry = operation(id)
  const content = demand(sentContent(entry.operation), `a request body of ${id}`)
  return createSchemaValidator(entry.api).validate(content.schema, body)
}

/** Validates the text of a parameter. @returns one line for each error */
export function parameterRefusal(id: string, name: string, value: unknown): string[] {
  const { validateText } = createSchemaValidator(operation(id).api)
  return validateText({ type: 'object', properties: { [name]: parameter(id, name).schema } }, { [name]: value })
}

export function without(body: object, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

/** True if the schema has this type, apart from `null`. */
export function isOfType({ type }: SchemaObject, expected: string): boolean {
  return (
    [type]
      .flat()
      .filter((each) => each !== 'null')
      .join() === expected
  )
}

/** Checks the type of a schema that may combine others. */
export function isObject(entry: Pick<OperationEntry, 'api'>, schema: SchemaObject): boolean {
  const { oneOf, allOf, ...own } = findSchema(entry, schema)
  return (
    isOfType(own, 'object') || oneOf?.every((branch) => isObject(entry, branch)) || allOf?.some((part) => isObject(entry, part)) || false
  )
}

function demand<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The specification has not ${what}.`)
  return value
}
