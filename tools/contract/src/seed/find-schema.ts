/** Finds operations, resolved schemas and examples for the tests of the requirements. */
import { expect } from 'vitest'
import type { MediaType, Parameter, Reply } from '../../../../generators/model/api-model.ts'
import type { SchemaObject } from '../../../../generators/model/json-schema.ts'
import { resolve } from '../../../../generators/model/resolve.ts'
import { sentContent } from '../build-request.ts'
import type { OperationEntry } from '../load-specification.ts'
import { specification } from '../rules/rule.ts'
import { createSchemaValidator } from '../schema-validator.ts'

const entriesById = new Map(specification.entries.map((entry) => [entry.operation.id, entry]))
const schemas = new Map(
  specification.model.apis.flatMap((api) =>
    api.families.flatMap((family) => family.schemas.map((schema) => [schema.name, { api, ...schema }] as const)),
  ),
)

export function getOperation(id: string): OperationEntry {
  return requireValue(entriesById.get(id), `the operation ${id}`)
}

export function getNamedSchema(name: string) {
  return requireValue(schemas.get(name), `the schema ${name}`)
}

/** Resolves a schema and follows a path of properties; `*` stands for array items. */
export function findSchema({ api }: Pick<OperationEntry, 'api'>, schema: SchemaObject, path = ''): SchemaObject {
  const source = { file: `spec/dist/${api.name}.json`, pointer: path }
  let current = resolve<SchemaObject>(api.document, schema, source)
  for (const name of path === '' ? [] : path.split('.')) {
    const next = name === '*' ? current.items : current.properties?.[name]
    current = resolve<SchemaObject>(api.document, requireValue(next, `"${name}" of "${path}"`), source)
  }
  return current
}

/** Finds a property of a named schema: `findNamedSchema('Droplet', 'locked')`. */
export function findNamedSchema(name: string, path = ''): SchemaObject {
  const { api, schema } = getNamedSchema(name)
  return findSchema({ api }, schema, path)
}

export function getParameter(id: string, name: string): Parameter {
  return requireValue(
    getOperation(id).operation.parameters.find((each) => each.name === name),
    `the parameter ${name} of ${id}`,
  )
}

/** Returns the 2xx replies. */
export function listSuccesses({ operation: { replies } }: OperationEntry): Reply[] {
  return replies.filter(({ status }) => status.startsWith('2'))
}

export function listFailures({ operation: { replies } }: OperationEntry): Reply[] {
  return replies.filter(({ status }) => /^[45]|default/.test(status))
}

/** JSON content of the successful reply. */
export function getJsonReply(entry: OperationEntry): MediaType | undefined {
  return listSuccesses(entry)
    .flatMap(({ content }) => content)
    .find(({ mediaType }) => mediaType === 'application/json')
}

/** Finds a property of the JSON reply. */
export function findReplyProperty(id: string, path = ''): SchemaObject {
  const entry = getOperation(id)
  return findSchema(entry, requireValue(getJsonReply(entry), `a JSON answer of ${id}`).schema, path)
}

/** Finds a property of the request body. */
export function findBodyProperty(id: string, path = ''): SchemaObject {
  const entry = getOperation(id)
  return findSchema(entry, requireValue(sentContent(entry.operation), `a request body of ${id}`).schema, path)
}

/** First example of the request body. */
export function getBodyExample(id: string): Readonly<Record<string, unknown>> {
  // Every body of the specification is an object; otherwise the test fails.
  return requireValue(sentContent(getOperation(id).operation)?.examples[0], `an example body of ${id}`).value as Record<string, unknown>
}

/** Examples of the JSON reply. */
export function listReplyExamples(id: string): readonly unknown[] {
  return requireValue(getJsonReply(getOperation(id)), `a JSON answer of ${id}`).examples.map(({ value }) => value)
}

/** Validates a request body. @returns one line for each error */
export function validateBody(id: string, body: unknown): string[] {
  const entry = getOperation(id)
  const content = requireValue(sentContent(entry.operation), `a request body of ${id}`)
  return createSchemaValidator(entry.api).validate(content.schema, body)
}

/** Validates the text of a parameter. @returns one line for each error */
export function validateParameter(id: string, name: string, value: unknown): string[] {
  const { validateText } = createSchemaValidator(getOperation(id).api)
  return validateText({ type: 'object', properties: { [name]: getParameter(id, name).schema } }, { [name]: value })
}

export function omitProperties(body: object, ...names: readonly string[]): Record<string, unknown> {
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

/** Checks every operation, and names those that fail. */
export function expectEach(bound: readonly OperationEntry[], isMet: (entry: OperationEntry) => boolean): void {
  expect(bound.filter((entry) => !isMet(entry)).map(({ operation }) => operation.id)).toEqual([])
}

function requireValue<T>(value: T | undefined, label: string): T {
  if (value === undefined) throw new Error(`The specification has not ${label}.`)
  return value
}
