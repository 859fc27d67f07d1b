/** Objects of one resource on a platform: created where the examples allow it, read, and changed. */
import { listObjects, type PathValues } from '../assurance/fuzz/find-paths.ts'
import type { SandboxResponse } from '../fixtures/test-sandbox.ts'
import { type FuzzFixture, snapshotNames } from '../assurance/fuzz/fuzz-fixture.ts'
import { formatAuthorization, emptyDraft, formatRequest } from '../assurance/fuzz/format-request.ts'
import { sentContent } from '../build-request.ts'
import { renameBody } from '../fixtures/rename-body.ts'
import { isObject } from '../is-object.ts'
import type { OperationEntry } from '../load-specification.ts'
import type { Body, CreateBody } from './bodies.ts'
import type { Reader, Resource } from './resources.ts'

export interface Instance {
  readonly path: PathValues
  readonly id: unknown
  /** Object of the create reply, or of the first read. */
  readonly early: Body
  /** The object in the reply to its creation, if that has it. */
  readonly created?: Body
  /** The body that created it. */
  readonly sent: Body
}

/** Seconds after which every action has ended. */
const settleSeconds = 1_800
const maxPlaces = 6

export async function send({ sandbox }: FuzzFixture, entry: OperationEntry, path: PathValues, body?: Body): Promise<SandboxResponse> {
  const query = body === undefined && entry.operation.parameters.some(({ name }) => name === 'per_page') ? { per_page: 200 } : {}
  const draft = { ...emptyDraft, path, query, ...(sentContent(entry.operation) && { body }) }
  return sandbox.send(formatRequest(entry, draft, formatAuthorization(entry, sandbox.keys)))
}

/** Creates an object in the first state and at the first path that accept the body. @returns the refusal, else */
export async function create(
  fixture: FuzzFixture,
  resource: Resource,
  { body, more = [] }: CreateBody,
  isSettled: boolean,
): Promise<Instance | string> {
  let refusal = ''
  for (const snapshotName of snapshotNames) {
    for (const path of fixture.listPathValues(resource.create).slice(0, maxPlaces)) {
      const attempt = async (sent: Body): Promise<Instance | string> => {
        await fixture.sandbox.restore(snapshotName)
        return createAt(fixture, resource, path, sent, isSettled)
      }
      // An object of this name may exist.
      for (const input of [body, renameBody(body, 2) as Body]) {
        const fullInstance = await attempt({ ...input, ...Object.fromEntries(more) })
        const found = typeof fullInstance === 'string' && more.length > 0 ? await addInTurn(attempt, input, more) : fullInstance
        if (typeof found !== 'string') return found
        refusal = found
      }
    }
  }
  return refusal
}

/** Adds each property that is accepted with the others. */
async function addInTurn(attempt: (body: Body) => Promise<Instance | string>, body: Body, more: NonNullable<CreateBody['more']>) {
  const alone = await attempt(body)
  if (typeof alone === 'string') return alone
  let accepted = body
  for (const [name, value] of more)
    if (typeof (await attempt({ ...accepted, [name]: value })) !== 'string') accepted = { ...accepted, [name]: value }
  return attempt(accepted)
}

async function createAt(
  fixture: FuzzFixture,
  resource: Resource,
  path: PathValues,
  sent: Body,
  isSettled: boolean,
): Promise<Instance | string> {
  const { create: entry, list, idField } = resource
  const reply = await send(fixture, entry, path, sent)
  if (reply.status >= 300) return reply.text
  const returned = listCandidates(reply.body).find((each) => each[idField] !== undefined)
  // Newest first.
  const [listed] = returned || !list ? [] : listObjects((await send(fixture, list, path)).body)
  const early = returned ?? listed ?? {}
  const instance = { path, id: early[idField], early, sent, ...(returned && { created: returned }) }
  if (!isSettled) return instance
  const first = await read(fixture, resource, instance)
  await fixture.sandbox.advance(settleSeconds)
  return { ...instance, early: first ?? early }
}

/** Reads the current object. One that can only be read while it runs stays as it was first read. */
export async function read(fixture: FuzzFixture, { reader, idField }: Resource, instance: Instance): Promise<Body | undefined> {
  const { status, body } = await loadReply(fixture, { reader }, instance)
  const isSame = (each: Body) => instance.id === undefined || String(each[idField]) === String(instance.id)
  const found = status < 300 ? listCandidates(body).find(isSame) : undefined
  return found ?? (reader.parameter === undefined && !reader.isList && Object.keys(instance.early).length > 0 ? instance.early : undefined)
}

export const loadReply = (fixture: FuzzFixture, { reader }: Pick<Resource, 'reader'>, instance: Instance): Promise<SandboxResponse> =>
  send(fixture, reader.entry, getPath(reader, reader.entry, instance))

export async function change(
  fixture: FuzzFixture,
  { reader }: Resource,
  entry: OperationEntry,
  instance: Instance,
  body: Body,
  seconds = settleSeconds,
) {
  const reply = await send(fixture, entry, getPath(reader, entry, instance), body)
  await fixture.sandbox.advance(seconds)
  return reply
}

export function getPath({ parameter }: Reader, { operation }: OperationEntry, { path, id, early }: Instance): PathValues {
  const names = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, name === parameter ? (early[name] ?? id) : path[name]]))
}

/** The object in a reply to its update or among the others of its list. */
export function findIn({ idField }: Resource, { id }: Instance, body: unknown): Body | undefined {
  return listCandidates(body).find((each) => each[idField] !== undefined && String(each[idField]) === String(id))
}

/** Parts of a reply that may be the object: its members, items of its lists, and the reply itself. */
function listCandidates(body: unknown): Body[] {
  if (!isObject(body)) return []
  const members = Object.values(body)
  return [...members.filter(isObject), ...members.flatMap((member) => (Array.isArray(member) ? member.filter(isObject) : [])), body]
}
