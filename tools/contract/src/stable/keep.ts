/** One kind on a platform: objects are made, read when they have come to rest, and changed. */
import { isObject } from '../is-object.ts'
import { listObjects, type PathValues } from '../assurance/fuzz/find-paths.ts'
import type { Answer } from '../assurance/fuzz/open-platform.ts'
import type { World } from '../assurance/fuzz/world.ts'
import { authorize, emptyDraft, writeRequest } from '../assurance/fuzz/write-request.ts'
import type { OperationEntry } from '../load-specification.ts'
import { sentContent } from '../build-request.ts'
import type { Kind, Reader } from './list-kinds.ts'
import type { Body } from './make-bodies.ts'

/** An object that was made, and where. */
export interface Made {
  readonly path: PathValues
  readonly id: unknown
  /** As its maker was told of it, or as it could be read at once. */
  readonly early: Body
}

/** By when whatever was made or changed has come to rest. */
const longEnough = 1_800

export async function send({ platform }: World, entry: OperationEntry, path: PathValues, body?: Body): Promise<Answer> {
  const query = body === undefined && entry.operation.parameters.some(({ name }) => name === 'per_page') ? { per_page: 200 } : {}
  const draft = { ...emptyDraft, path, query, ...(sentContent(entry.operation) && { body }) }
  return platform.send(writeRequest(entry, draft, authorize(entry, platform.keys)))
}

/** @returns the object as it begins, or the answer that refused it */
export async function begin(world: World, kind: Kind, path: PathValues, body: Body): Promise<Made | Answer> {
  const { make: entry, list, idField } = kind
  const answer = await send(world, entry, path, body)
  if (answer.status >= 300) return answer
  const told = listCandidates(answer.body).find((each) => each[idField] !== undefined)
  // The newest stands first.
  const [listed] = told || !list ? [] : listObjects((await send(world, list, path)).body)
  const early = told ?? listed ?? {}
  return { path, id: early[idField], early }
}

/** As `begin`, and waits until it has come to rest. */
export async function make(world: World, kind: Kind, path: PathValues, body: Body): Promise<Made | Answer> {
  const made = await begin(world, kind, path, body)
  if ('text' in made) return made
  const first = await read(world, kind, made)
  await world.platform.advance(longEnough)
  return { ...made, early: first ?? made.early }
}

/** The object as it is now; what is shown only while it runs as it was at the beginning. */
export async function read(world: World, { reader, idField }: Kind, made: Made): Promise<Body | undefined> {
  const answer = await send(world, reader.entry, pathOf(reader, reader.entry, made))
  const found =
    answer.status < 300
      ? listCandidates(answer.body).find((each) => made.id === undefined || String(each[idField]) === String(made.id))
      : undefined
  return found ?? (reader.parameter === undefined && !reader.isList && Object.keys(made.early).length > 0 ? made.early : undefined)
}

export async function change(
  world: World,
  { reader }: Kind,
  entry: OperationEntry,
  made: Made,
  body: Body,
  seconds = longEnough,
): Promise<Answer> {
  const answer = await send(world, entry, pathOf(reader, entry, made), body)
  await world.platform.advance(seconds)
  return answer
}

export function pathOf({ parameter }: Reader, { operation }: OperationEntry, { path, id, early }: Made): PathValues {
  const names = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, name === parameter ? (early[name] ?? id) : path[name]]))
}

/** What in an answer may be the object: what stands under its root, alone or with others, or the answer itself. */
function listCandidates(body: unknown): Body[] {
  if (!isObject(body)) return []
  const members = Object.values(body)
  return [...members.filter(isObject), ...members.flatMap((member) => (Array.isArray(member) ? member.filter(isObject) : [])), body]
}
