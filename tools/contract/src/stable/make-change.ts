/** Bodies that change an object: what was read, sent back; and the same with one field that is another. */
import type { Fields } from '../../../../generators/model/read-fields.ts'
import type { SchemaObject } from '../../../../generators/model/json-schema.ts'
import { createContext } from '../../../../generators/mock/api-context.ts'
import { sampleSchema } from '../../../../generators/mock/sample-schema.ts'
import { isObject } from '../is-object.ts'
import type { Tools, World } from '../assurance/fuzz/world.ts'
import { sentContent } from '../build-request.ts'
import type { OperationEntry } from '../load-specification.ts'
import { isName, isRewritten, isSame, leaveOut } from './compare-echo.ts'
import type { Body } from './make-bodies.ts'

/** What was read in the form of a request, with what was sent and is never read; undefined when it does not say all that the request must. */
export function sendBack(entry: OperationEntry, read: Body, sent: Body, fields: Fields, { toolsOf }: World): Body | undefined {
  const content = sentContent(entry.operation)
  const tools = toolsOf(entry)
  if (!content) return undefined
  // The platform's own form is none that requests have.
  const known = leaveOut(read, fields, isRewritten)
  const body = overlay(fit(content.schema, sent, tools), fit(content.schema, known, tools))
  return isObject(body) && Object.keys(body).length > 0 && tools.validator.validate(content.schema, body).length === 0 ? body : undefined
}

function overlay(sent: unknown, read: unknown): unknown {
  if (Array.isArray(sent) && Array.isArray(read) && sent.length === read.length)
    return read.map((each, index) => overlay(sent[index], each))
  if (!isObject(sent) || !isObject(read)) return read
  const names = new Set([...Object.keys(sent), ...Object.keys(read)])
  return Object.fromEntries([...names].map((name) => [name, Object.hasOwn(read, name) ? overlay(sent[name], read[name]) : sent[name]]))
}

/** Other values for each field of the body, in turn. */
export function listChanges(entry: OperationEntry, back: Body, { ids, toolsOf }: World): (readonly [name: string, value: unknown])[] {
  const content = sentContent(entry.operation)
  if (!content) return []
  const tools = toolsOf(entry)
  const context = createContext(entry.api)
  const examples = content.examples.flatMap(({ value }) => (isObject(value) ? [ids.translate(value)] : []))
  return Object.entries(propertiesOf(content.schema, tools)).flatMap(([name, property]) => {
    const values = [
      ...examples.map((example) => example[name]),
      ...vary(back[name], tools.open(property)),
      ids.translate(sampleSchema(context, property)),
    ]
    const isGood = (value: unknown) =>
      value !== undefined && !isSame(value, back[name]) && tools.validator.validate(property, value).length === 0
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

function propertiesOf(closed: SchemaObject, { open }: Tools): Readonly<Record<string, SchemaObject>> {
  const { properties = {}, oneOf = [] } = open(closed)
  return Object.assign({}, ...oneOf.map((branch) => open(branch).properties ?? {}), properties) as Readonly<Record<string, SchemaObject>>
}

/** The parts of a value that the schema has; undefined where it can take none of it. */
function fit(closed: SchemaObject, value: unknown, tools: Tools): unknown {
  const schema = tools.open(closed)
  if (Array.isArray(value)) return value.map((item) => fit(schema.items ?? {}, item, tools)).filter((item) => item !== undefined)
  if (!isObject(value)) return tools.validator.validate(closed, value).length === 0 ? value : undefined
  const properties = propertiesOf(schema, tools)
  const types = [schema.type].flat()
  if (Object.keys(properties).length === 0 && !types.includes('object'))
    return Object.entries(value).find(([name, id]) => isName.test(name) && tools.validator.validate(closed, id).length === 0)?.[1]
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
