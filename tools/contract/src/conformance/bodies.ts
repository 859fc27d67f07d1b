/** Request bodies: those that create an object, with the fewest properties, as in the examples and with the most, and those that change one. */
import type { SchemaObject } from '../../../../generators/model/json-schema.ts'
import type { Fields } from '../../../../generators/model/get-fields.ts'
import { createContext } from '../../../../generators/mock/api-context.ts'
import { sampleSchema } from '../../../../generators/mock/sample-schema.ts'
import { isObject } from '../is-object.ts'
import { listBranches } from '../assurance/fuzz/resolve-schema.ts'
import type { SchemaTools, FuzzFixture } from '../assurance/fuzz/fuzz-fixture.ts'
import { sentContent } from '../build-request.ts'
import type { OperationEntry } from '../load-specification.ts'
import { isName, isRewritten, isSame, leaveOut } from './differences.ts'

export type Body = Readonly<Record<string, unknown>>

export interface CreateBody {
  /** Name of an example, `least of …` or `most of …`. */
  readonly name: string
  readonly body: Body
  /** Further properties, to be added together or one by one. */
  readonly more?: readonly (readonly [string, unknown])[]
}

export function listCreateBodies(entry: OperationEntry, { ids, getSchemaTools }: FuzzFixture): CreateBody[] {
  const content = sentContent(entry.operation)
  if (!content) return [{ name: 'no body', body: {} }]
  const tools = getSchemaTools(entry)
  const examples = content.examples.flatMap(({ name, value }) => (isObject(value) ? [{ name, body: ids.translate(value) as Body }] : []))
  const min = examples.map(({ name, body }) => ({ name: `least of ${name}`, body: prune(content.schema, body, tools) as Body }))
  const max = examples.map(({ name, body }) => ({
    name: `most of ${name}`,
    body,
    more: listMore(entry, content.schema, body, tools).map(([field, value]) => [field, ids.translate(value)] as const),
  }))
  return distinct([...min, ...examples, ...max.filter(({ more }) => more.length > 0)])
}

/** The least form of each example, then the examples. */
export function listExampleBodies(entry: OperationEntry, { ids, getSchemaTools }: FuzzFixture): Body[] {
  const content = sentContent(entry.operation)
  if (!content) return []
  const tools = getSchemaTools(entry)
  const examples = content.examples.flatMap(({ value }) => (isObject(value) ? [ids.translate(value) as Body] : []))
  const least = examples.map((body) => prune(content.schema, body, tools) as Body)
  return [...new Map([...least, ...examples].map((body) => [JSON.stringify(body), body])).values()]
}

/** Removes optional properties at every depth. */
function prune(closed: SchemaObject, value: unknown, tools: SchemaTools): unknown {
  const schema = branchOf(closed, value, tools)
  if (Array.isArray(value)) return value.map((item) => prune(schema.items ?? {}, item, tools))
  if (!isObject(value) || !schema.properties) return value
  const { properties, required = [] } = schema
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      required.includes(name) ? [[name, prune(properties[name] ?? {}, member, tools)] as const] : [],
    ),
  )
}

/** The alternative of the schema that the value matches. */
export function branchOf(closed: SchemaObject, value: unknown, { resolve, responseValidator }: SchemaTools): SchemaObject {
  const schema = resolve(closed)
  const branches = listBranches(schema, resolve)
  if (branches.length === 1) return schema
  return branches.find((branch) => responseValidator.validate(branch, value).length === 0) ?? schema
}

/** Properties that the body leaves out, with values from the specification. */
function listMore({ api }: OperationEntry, closed: SchemaObject, body: Body, tools: SchemaTools): (readonly [string, unknown])[] {
  const context = createContext(api)
  return Object.entries(branchOf(closed, body, tools).properties ?? {}).flatMap(([name, property]) =>
    Object.hasOwn(body, name) || tools.resolve(property).deprecated === true ? [] : [[name, sampleSchema(context, property)] as const],
  )
}

function distinct(bodies: readonly CreateBody[]): CreateBody[] {
  const seen = new Set<string>()
  return bodies.filter(({ body, more = [] }) => {
    const text = JSON.stringify([body, more])
    return !seen.has(text) && seen.add(text)
  })
}

/** The object as a request body, with the properties that were sent and are never returned; undefined when a required one is missing. */
export function createUpdateBody(
  entry: OperationEntry,
  read: Body,
  sent: Body,
  fields: Fields,
  { getSchemaTools }: FuzzFixture,
): Body | undefined {
  const content = sentContent(entry.operation)
  const tools = getSchemaTools(entry)
  if (!content) return undefined
  // Requests do not have the form in which the platform rewrites a value.
  const known = leaveOut(read, fields, isRewritten)
  const body = overlay(fit(content.schema, sent, tools), fit(content.schema, known, tools))
  return isObject(body) && Object.keys(body).length > 0 && tools.responseValidator.validate(content.schema, body).length === 0
    ? body
    : undefined
}

function overlay(sent: unknown, read: unknown): unknown {
  if (Array.isArray(sent) && Array.isArray(read) && sent.length === read.length)
    return read.map((each, index) => overlay(sent[index], each))
  if (!isObject(sent) || !isObject(read)) return read
  const names = new Set([...Object.keys(sent), ...Object.keys(read)])
  return Object.fromEntries([...names].map((name) => [name, Object.hasOwn(read, name) ? overlay(sent[name], read[name]) : sent[name]]))
}

/** Another value for each property of the body. */
export function listChanges(
  entry: OperationEntry,
  back: Body,
  { ids, getSchemaTools }: FuzzFixture,
): (readonly [name: string, value: unknown])[] {
  const content = sentContent(entry.operation)
  if (!content) return []
  const tools = getSchemaTools(entry)
  const context = createContext(entry.api)
  const examples = content.examples.flatMap(({ value }) => (isObject(value) ? [ids.translate(value)] : []))
  return Object.entries(propertiesOf(content.schema, tools)).flatMap(([name, property]) => {
    const values = [
      ...examples.map((example) => example[name]),
      ...vary(back[name], tools.resolve(property)),
      ids.translate(sampleSchema(context, property)),
    ]
    const isGood = (value: unknown) =>
      value !== undefined && !isSame(value, back[name]) && tools.responseValidator.validate(property, value).length === 0
    const value = values.find(isGood)
    return value === undefined ? [] : [[name, value] as const]
  })
}

function vary(value: unknown, { enum: members = [] }: SchemaObject): unknown[] {
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1]
  if (typeof value === 'string' && members.length === 0) return [`${value}-2`]
  return [...members]
}

function propertiesOf(closed: SchemaObject, { resolve }: SchemaTools): Readonly<Record<string, SchemaObject>> {
  const { properties = {}, oneOf = [] } = resolve(closed)
  return Object.assign({}, ...oneOf.map((branch) => resolve(branch).properties ?? {}), properties) as Readonly<Record<string, SchemaObject>>
}

/** Parts of a value that the schema accepts; undefined if it accepts none. */
function fit(closed: SchemaObject, value: unknown, tools: SchemaTools): unknown {
  const schema = tools.resolve(closed)
  if (Array.isArray(value)) return value.map((item) => fit(schema.items ?? {}, item, tools)).filter((item) => item !== undefined)
  if (!isObject(value)) return tools.responseValidator.validate(closed, value).length === 0 ? value : undefined
  const properties = propertiesOf(schema, tools)
  const types = [schema.type].flat()
  if (Object.keys(properties).length === 0 && !types.includes('object'))
    return Object.entries(value).find(([name, id]) => isName.test(name) && tools.responseValidator.validate(closed, id).length === 0)?.[1]
  if (Object.keys(properties).length === 0) return value
  const others = schema.additionalProperties ? Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name)) : []
  return Object.fromEntries([
    ...others,
    ...Object.entries(properties).flatMap(([name, property]) => {
      const member = Object.hasOwn(value, name) ? fit(property, value[name], tools) : undefined
      return member === undefined ? [] : [[name, member] as const]
    }),
  ])
}
