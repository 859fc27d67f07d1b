/** Remembers pages in a process that stays: a page is made anew when something that it says is other than before. */
import { createHash } from 'node:crypto'
import type { Operation } from '../model/api-model.ts'
import type { Contents } from './generate.ts'
import type { Chapter } from './pages/guides.ts'
import { namesIn, type SharedSchema, type Site, type SiteApi, type SiteOperation } from './site/addresses.ts'
import type { Page } from './site/page.ts'

/** @param inputs differ where the page does */
export type Keep = (address: string, inputs: () => string, make: () => Page) => Page

export const makeAlways: Keep = (_address, _inputs, make) => make()

export function createKeep(): Keep {
  const kept = new Map<string, { readonly inputs: string; readonly page: Page }>()
  return (address, readInputs, make) => {
    const inputs = readInputs()
    const known = kept.get(address)
    const page = known?.inputs === inputs ? known.page : make()
    kept.set(address, { inputs, page })
    return page
  }
}

interface Inputs {
  readonly ofOperation: (operation: SiteOperation) => string
  readonly ofSchema: (api: SiteApi, schema: SharedSchema) => string
}

/** An operation's page says what it and all schemas that it reaches are; a schema's page shows examples of the operations, too. */
export function createInputs(site: Site): Inputs {
  const lead = hash(site.apis.map((api) => describePlaces(api, site)))
  const hashSchema = createSchemaHash()
  const reachAll = (api: SiteApi, names: Iterable<string>) =>
    [...new Set([...names].flatMap((name) => [name, ...api.reach(name)]))].map((name) => hashSchema(api, name))
  // Schemas ask of an operation as often as they are used in it.
  const known = new Map<SiteOperation, string>()
  const ofOperation = (operation: SiteOperation) => {
    const inputs = known.get(operation) ?? describeInputs(operation)
    known.set(operation, inputs)
    return inputs
  }
  const describeInputs = ({ api, family: { operations, schemas: _schemas, ...family }, operation }: SiteOperation) =>
    hash([lead, family, operations.length, operation, reachAll(api, [...namesIn(operation), ...changedBy(operation)])])
  return {
    ofOperation,
    ofSchema: (api, { named, family: { operations: _operations, schemas: _schemas, ...family }, usedBy }) =>
      hash([
        lead,
        family,
        reachAll(api, [named.name]),
        usedBy.map(({ id }) => site.operations.get(id)).map((operation) => operation && ofOperation(operation)),
      ]),
  }
}

function changedBy({ effect }: Operation): string[] {
  return effect && effect.kind !== 'computes' ? [effect.schema] : []
}

/** What a page can lead to, and what can be read of it. */
function describePlaces({ api: { name, title, version, baseUrl, families }, shared }: SiteApi, site: Site): unknown {
  const operations = families.flatMap((family) => family.operations)
  return [
    [name, title, version, baseUrl],
    operations.map(({ id, method, path, summary, parameters }) => {
      const needed = parameters.filter((parameter) => parameter.required).map((parameter) => parameter.in)
      return [id, site.operations.get(id)?.address, method, path, summary, needed]
    }),
    [...shared].map(([schema, { address }]) => [schema, address]),
  ]
}

const frames = new WeakMap<Contents, string>()

/** What stands beside pages: the names of all families, of their operations, and of the guides. */
export function describeFrame(site: Site, contents: Contents): string {
  const frame = frames.get(contents) ?? hash([site.apis.map(({ api }) => describeNames(api, site)), contents.chapters.map(listLinks)])
  frames.set(contents, frame)
  return frame
}

function describeNames({ name, title, families }: SiteApi['api'], site: Site): unknown {
  const describeOperation = ({ id, method, summary, deprecated }: Operation) => [
    site.operations.get(id)?.address,
    method,
    summary,
    deprecated,
  ]
  return [name, title, families.map((family) => [family.name, family.title, family.operations.map(describeOperation)])]
}

function listLinks({ title, pages }: Chapter): unknown {
  return [title, pages.map((page) => [page.title, page.address])]
}

function createSchemaHash(): (api: SiteApi, name: string) => string {
  const known = new Map<SiteApi, Map<string, string>>()
  return (api, name) => {
    const hashes = known.get(api) ?? hashSchemas(api)
    known.set(api, hashes)
    return hashes.get(name) ?? ''
  }
}

function hashSchemas({ api }: SiteApi): Map<string, string> {
  return new Map(api.families.flatMap(({ schemas }) => schemas.map((schema) => [schema.name, hash(schema)])))
}

function hash(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64')
}
