/** Tests open enums: unknown values are rejected, and existing values are in the list for editors. */
import { afterAll, describe, expect, it } from 'vitest'
import { createSandbox } from '@spindrift/sandbox'
import type { SchemaObject } from '../../../generators/model/json-schema.ts'
import { createSchemas } from '../../../generators/model/schemas.ts'
import { visitSchema } from '../../../generators/sandbox/visit-schema.ts'
import { buildRequest } from './build-request.ts'
import { isObject } from './is-object.ts'
import { loadSpecification, type OperationEntry } from './load-specification.ts'

const { entries } = loadSpecification()
const control = entries.filter(({ api }) => api.name === 'control')
const failures: unknown[] = []
const sandbox = createSandbox({ seed: 7, onError: (error) => void failures.push(error) })
const { tokens } = sandbox.credentials()
afterAll(() => sandbox.close())

const unknown = 'nowhere-9'

interface Case {
  readonly entry: OperationEntry
  readonly place: string
  readonly catalog: true | string
}

/** The purpose of a project accepts any text. */
const acceptsAnyText = (place: string) => place === 'purpose'
const inBodies = control
  .flatMap((entry) => listCases(entry, 'body', entry.operation.body?.content[0]?.schema ?? {}))
  .filter(({ place }) => !acceptsAnyText(place))
const inQueries = control.flatMap((entry) =>
  entry.operation.parameters.filter((parameter) => parameter.in === 'query').flatMap(({ name, schema }) => listCases(entry, name, schema)),
)

describe('an unknown value', () => {
  it.each(inBodies.map((each) => [each.entry.operation.id, each.place, each] as const))(
    'is rejected by %s in %s',
    async (_id, name, each) => {
      const example = each.entry.operation.body?.content[0]?.examples.find(({ value }) => getAt(value, name.split('.')) !== undefined)
      const { status, message } = await sendRequest(each.entry, setAt(removeReferences(example?.value ?? {}), name.split('.')))
      // Apps return 400. An operation that first looks up an object of its path returns 404.
      const expected = each.entry.family.name === 'apps' ? 400 : 422
      const decidesLater = each.catalog === true && each.entry.operation.path.includes('{')
      expect(decidesLater ? [expected, 404] : [expected]).toContain(status)
      // Recorded messages of the platform, where known.
      expect(message).toMatch(status === 404 ? /found/ : new RegExp(name.split('.').at(-1) ?? '', 'i'))
    },
  )

  it.each(inQueries.map((each) => [each.entry.operation.id, each.place, each] as const))(
    'matches nothing for %s?%s',
    async (_id, place, { entry }) => {
      const { body, query } = buildRequest(entry.operation)
      const { status } = await sendRequest(entry, body, { ...(query as Readonly<Record<string, string>>), [place]: unknown })
      expect([200, 204, 404]).toContain(status)
    },
  )

  it('is tested in all families with a region', () => {
    expect(new Set(inBodies.map(({ entry }) => entry.family.name)).size).toBeGreaterThan(20)
    expect(failures).toEqual([])
  })
})

const catalogs = new Map<string, Set<unknown>>()
for (const api of new Set(entries.map((entry) => entry.api))) {
  for (const schema of Object.values((api.document.components?.['schemas'] ?? {}) as Readonly<Record<string, SchemaObject>>)) {
    visitSchema(schema, createSchemas(api), (_node, { 'x-extensible-enum': catalog, enum: values = [] }) => {
      if (typeof catalog === 'string') catalogs.set(catalog, new Set([...(catalogs.get(catalog) ?? []), ...values]))
    })
  }
}

describe('existing objects', () => {
  it.each([...catalogs])('of %s are among the documented values', async (kind, known) => {
    const lists = control.find(({ operation: { effect } }) => effect?.kind === 'lists' && effect.schema === kind)
    const response = await sandbox.fetch(`http://127.0.0.1:4020${lists?.operation.path}?per_page=200`, { headers: bearer })
    const root = Object.values((await response.json()) as Readonly<Record<string, unknown>>).find(Array.isArray) ?? []
    const slugs = (root as readonly { readonly slug: string }[]).map(({ slug }) => slug)
    expect(slugs.length).toBeGreaterThan(1)
    expect(slugs.filter((slug) => !known.has(slug))).toEqual([])
  })
})

interface Lists {
  readonly sizes: readonly { readonly slug: string }[]
  readonly images: readonly { readonly slug: string | null }[]
  readonly options: Readonly<Record<string, Engine>>
}

interface Engine {
  readonly versions?: readonly string[]
  readonly layouts?: readonly { readonly sizes: readonly string[] }[]
}

const schemas = createSchemas(control[0]!.api)
const engines = ({ options }: Lists) => Object.values(options).filter(({ versions }) => versions)

describe('documented values', () => {
  it.each([
    { name: 'SizeSlug', path: '/v2/sizes', read: ({ sizes }: Lists) => sizes.map(({ slug }) => slug) },
    { name: 'ImageSlug', path: '/v2/images', read: ({ images }: Lists) => images.flatMap(({ slug }) => slug ?? []) },
    {
      name: 'DatabaseVersion',
      path: '/v2/databases/options',
      read: (lists: Lists) => engines(lists).flatMap(({ versions = [] }) => versions),
    },
    {
      name: 'DatabaseSize',
      path: '/v2/databases/options',
      read: (lists: Lists) => engines(lists).flatMap(({ layouts = [] }) => layouts.flatMap(({ sizes }) => sizes)),
    },
  ])('of $name equal those of $path', async ({ name, path, read }) => {
    const response = await sandbox.fetch(`http://127.0.0.1:4020${path}?per_page=200`, { headers: bearer })
    const actual = read((await response.json()) as Lists)
    expect(new Set(actual)).toEqual(new Set(schemas.byName(name)?.enum))
  })

  it('of Kubernetes versions equal the options and their short names', async () => {
    const response = await sandbox.fetch('http://127.0.0.1:4020/v2/kubernetes/options', { headers: bearer })
    const { options } = (await response.json()) as { readonly options: { readonly versions: readonly { readonly slug: string }[] } }
    const slugs = options.versions.map(({ slug }) => slug)
    const minors = slugs.map((slug) => slug.split('.', 2).join('.'))
    const { version } = schemas.propertiesOf(schemas.byName('KubernetesClusterCreate') ?? {})
    expect(new Set(version?.enum)).toEqual(new Set(['latest', ...minors, ...slugs]))
  })

  it('of models exist', async () => {
    const api = entries.find((entry) => entry.api.name === 'inference')!.api
    const known = [...(createSchemas(api).byName('TextModelId')?.enum ?? [])]
    const response = await sandbox.fetch('http://127.0.0.1:4020/v1/models', {
      headers: { authorization: `Bearer ${sandbox.credentials().inference_key}` },
    })
    const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] }
    const existingIds = new Set<unknown>(data.map(({ id }) => id))
    expect(known.length).toBeGreaterThan(1)
    expect(known.filter((id) => !existingIds.has(id))).toEqual([])
  })
})

const bearer = { authorization: `Bearer ${tokens.full}` }

function listCases(entry: OperationEntry, name: string, schema: SchemaObject): Case[] {
  const found = new Map<string, Case>()
  visitSchema(schema, createSchemas(entry.api), (node, resolvedSchema, path) => {
    const catalog = node['x-extensible-enum'] ?? resolvedSchema['x-extensible-enum']
    if (catalog !== undefined) found.set(path, { entry, place: path === '' ? name : path, catalog })
  })
  return [...found.values()]
}

async function sendRequest({ operation }: OperationEntry, body: unknown, query: Readonly<Record<string, string>> = {}) {
  const { path = {} } = buildRequest(operation)
  const address = operation.path.replace(/\{([^}]+)\}/g, (_match, name: string) => encodeURIComponent(String(path[name])))
  const response = await sandbox.fetch(`http://127.0.0.1:4020${address}?${new URLSearchParams(query).toString()}`, {
    method: operation.method.toUpperCase(),
    headers: { ...bearer, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, message: text === '' ? '' : String((JSON.parse(text) as { readonly message?: string }).message) }
}

/** Removes the ids of other objects, which do not exist in an empty sandbox and would be rejected first. */
function removeReferences(value: unknown): unknown {
  if (!isObject(value)) return value
  const remaining = Object.entries(value).filter(([name]) => !/_(?:uuid|id)$/.test(name))
  return Object.fromEntries(remaining.map(([name, inner]) => [name, removeReferences(inner)]))
}

function getAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((node, step) => (Object(node) as Readonly<Record<string, unknown>>)[step === '*' ? '0' : step], value)
}

/** Returns a copy with the unknown value. */
function setAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return unknown
  if (step === '*') return [setAt(Array.isArray(value) ? value[0] : undefined, rest)]
  return { ...(isObject(value) ? value : {}), [step]: setAt(isObject(value) ? value[step] : undefined, rest) }
}
