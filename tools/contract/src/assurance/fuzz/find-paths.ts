/** Finds existing values of path parameters in the lists of the sandbox. */
import type { OperationEntry } from '../../load-specification.ts'
import { isObject } from '../../is-object.ts'
import type { TestSandbox } from '../../fixtures/test-sandbox.ts'
import { formatAuthorization, emptyDraft, formatPath, formatRequest } from './format-request.ts'

export type PathValues = Readonly<Record<string, unknown>>

/** Path parameters by path template. */
export type Paths = ReadonlyMap<string, readonly PathValues[]>

/** Limits per parent and in total. */
const maxPerKind = 8
const maxTotal = 40

export async function findPaths(entries: readonly OperationEntry[], sandbox: TestSandbox): Promise<Paths> {
  const lists = new Map(
    entries.filter(({ operation }) => operation.effect?.kind === 'lists').map((entry) => [entry.operation.path, entry] as const),
  )
  const found = new Map<string, readonly PathValues[]>()
  const known = new Map<string, readonly unknown[]>()

  const listIds = async (template: string, values: PathValues): Promise<readonly unknown[]> => {
    const entry = lists.get(template)
    if (!entry) return []
    const path = formatPath(template, values)
    let ids = known.get(path)
    if (!ids) known.set(path, (ids = await loadIds(entry, values, sandbox)))
    return ids
  }

  const find = async (template: string): Promise<readonly PathValues[]> => {
    const [, before, name, after = ''] = /^(.*)\/\{([^}]+)\}([^{]*)$/.exec(template) ?? []
    if (before === undefined || name === undefined) return [{}]
    const beginning = after === '' ? template : template.slice(0, -after.length)
    const cached = found.get(beginning)
    if (cached) return cached
    const combinations: PathValues[] = []
    for (const parents of await find(before))
      for (const id of (await listIds(before, parents)).slice(0, maxPerKind)) combinations.push({ ...parents, [name]: id })
    found.set(beginning, combinations.slice(0, maxTotal))
    return found.get(beginning) ?? []
  }

  const paths = new Map<string, readonly PathValues[]>()
  for (const { operation } of entries) if (!paths.has(operation.path)) paths.set(operation.path, await find(operation.path))
  return paths
}

async function loadIds(entry: OperationEntry, values: PathValues, sandbox: TestSandbox): Promise<readonly unknown[]> {
  const { operation } = entry
  const query = operation.parameters.some(({ name }) => name === 'per_page') ? { per_page: 200 } : {}
  const response = await sandbox.send(
    formatRequest(entry, { ...emptyDraft, path: values, query }, formatAuthorization(entry, sandbox.keys)),
  )
  const field = getIdField(entry)
  return response.status === 200 ? listObjects(response.body).flatMap((object) => object[field] ?? []) : []
}

/** Property that identifies an object of this operation. */
export function getIdField({ api, operation }: OperationEntry): string {
  const { effect } = operation
  const kind = effect && effect.kind !== 'computes' ? effect.schema : undefined
  const schema = api.families.flatMap(({ schemas }) => schemas).find(({ name }) => name === kind)
  return schema?.resource?.id?.field ?? 'id'
}

/** Returns the objects of a response: items of its first array, values of a map, or the single object. */
export function listObjects(body: unknown): Readonly<Record<string, unknown>>[] {
  if (!isObject(body)) return []
  const members = Object.values(body)
  const many = members.find((member) => Array.isArray(member))
  if (Array.isArray(many)) return many.filter(isObject)
  const one = Object.entries(body).find(([name, member]) => name !== 'meta' && name !== 'links' && isObject(member))?.[1]
  if (!isObject(one)) return []
  const inner = Object.values(one)
  return 'meta' in body && inner.every(isObject) ? inner : [one]
}
