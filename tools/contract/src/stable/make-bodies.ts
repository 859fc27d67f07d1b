/** Bodies that make an object: the least, those of the examples, and the most that it can be told. */
import type { SchemaObject } from '../../../../generators/model/json-schema.ts'
import { createContext } from '../../../../generators/mock/api-context.ts'
import { sampleSchema } from '../../../../generators/mock/sample-schema.ts'
import { isObject } from '../is-object.ts'
import { listBranches } from '../assurance/fuzz/open-schema.ts'
import type { Tools, World } from '../assurance/fuzz/world.ts'
import { sentContent } from '../build-request.ts'
import type { OperationEntry } from '../load-specification.ts'

export type Body = Readonly<Record<string, unknown>>

export interface MadeBody {
  /** `least`, `most`, or the name of an example, or `least of …`. */
  readonly name: string
  readonly body: Body
  /** What can be told beside it, one by one where not all together. */
  readonly more?: readonly (readonly [string, unknown])[]
}

export function makeBodies(entry: OperationEntry, { ids, toolsOf }: World): MadeBody[] {
  const content = sentContent(entry.operation)
  if (!content) return [{ name: 'nothing to say', body: {} }]
  const tools = toolsOf(entry)
  const examples = content.examples.flatMap(({ name, value }) => (isObject(value) ? [{ name, body: ids.translate(value) as Body }] : []))
  const least = examples.map(({ name, body }) => ({ name: `least of ${name}`, body: prune(content.schema, body, tools) as Body }))
  const most = examples.map(({ name, body }) => ({
    name: `most of ${name}`,
    body,
    more: listMore(entry, content.schema, body, tools).map(([field, value]) => [field, ids.translate(value)] as const),
  }))
  return distinct([...least, ...examples, ...most.filter(({ more }) => more.length > 0)])
}

/** Only what must be sent, at every depth. */
function prune(closed: SchemaObject, value: unknown, tools: Tools): unknown {
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

/** The alternative that the value keeps. */
function branchOf(closed: SchemaObject, value: unknown, { open, validator }: Tools): SchemaObject {
  const schema = open(closed)
  const branches = listBranches(schema, open)
  if (branches.length === 1) return schema
  return branches.find((branch) => validator.validate(branch, value).length === 0) ?? schema
}

/** What the body leaves out, with values that the specification shows. */
function listMore({ api }: OperationEntry, closed: SchemaObject, body: Body, tools: Tools): (readonly [string, unknown])[] {
  const context = createContext(api)
  return Object.entries(branchOf(closed, body, tools).properties ?? {}).flatMap(([name, property]) =>
    Object.hasOwn(body, name) || tools.open(property).deprecated === true ? [] : [[name, sampleSchema(context, property)] as const],
  )
}

function distinct(bodies: readonly MadeBody[]): MadeBody[] {
  const seen = new Set<string>()
  return bodies.filter(({ body, more = [] }) => {
    const text = JSON.stringify([body, more])
    return !seen.has(text) && seen.add(text)
  })
}
