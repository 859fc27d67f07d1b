/** Details of one object: its value, states, jobs, links and history. */
import type { Dependencies } from '../dependencies.ts'
import { isLocked } from '../engine/actions.ts'
import { findState } from '../engine/state-field.ts'
import { findMonthlyPrice } from '../families/billing/index.ts'
import { isRecord, type Value } from '../engine/values.ts'
import type { Link, ObjectDetail, StateMachine, StoredObject } from '../generated/controls.ts'
import { resourceRows } from '../generated/resources.ts'
import { createEmailLookup, type EmailLookup, describeChange, maskObject } from '../requests/describe-request.ts'
import type { Masking } from '../requests/mask-secrets.ts'
import type { RecordedChange } from '../requests/record-changes.ts'
import { type Key, parentKey, childPath } from '../store/store.ts'
import { describeJob, parseJob } from './describe-job.ts'
import { findLinks } from './find-links.ts'
import { parseName, parseText } from './parse-name.ts'
import { ownerAccountId } from '../catalog/owner.ts'

export type Address = Required<Key> & { readonly account: string }

const allKinds = Object.keys(resourceRows)
const maxScannedObjects = 1000
const maxLinks = 200
const maxJobs = 10_000

export function describeObject(address: Address, text: string, dependencies: Dependencies, masking: Masking): ObjectDetail {
  const { platform } = dependencies
  const emails = createEmailLookup(platform)
  const value = JSON.parse(text) as Value
  const { kind, account } = address
  return {
    object: { ...address, account: emails(account) },
    family: resourceRows[kind]?.family ?? '',
    value: JSON.parse(maskObject(kind, text, masking)) as Value,
    lifecycle: describeStates(kind, value),
    locked: isLocked(address, platform.contextFor(account)),
    monthly_price: findMonthlyPrice(platform.contextFor(account), address) ?? null,
    jobs: listJobs(address, emails, dependencies),
    refers_to: listOutgoingLinks(address, value, emails, dependencies),
    referred_by: listIncomingLinks(address, emails, dependencies),
    history: listHistory(address, emails, dependencies, masking),
  }
}

function describeStates(kind: string, value: Value): StateMachine | null {
  const lifecycle = resourceRows[kind]?.lifecycle
  if (!lifecycle) return null
  const { field, initial, transitions } = lifecycle
  const state = findState(value, field) ?? ''
  const states = [initial, ...transitions.flatMap(({ from, to, or = [] }) => [...from, to, ...or]), state]
  return {
    field,
    state,
    initial,
    states: [...new Set(states)],
    transitions: transitions.map(({ from, to, on, seconds }) => ({ from: [...from], to, triggers: [...on], seconds: seconds ?? null })),
  }
}

function listJobs({ kind, id, parent, account }: Address, emails: EmailLookup, dependencies: Dependencies): ObjectDetail['jobs'] {
  const { platform } = dependencies
  return platform.inspection.listJobs(maxJobs).jobs.flatMap((job) => {
    if ((job.account ?? ownerAccountId) !== account) return []
    const { key } = parseJob(job, platform)
    return key?.kind === kind && key.id === id && (key.parent ?? '') === parent ? [describeJob(job, emails, dependencies)] : []
  })
}

function listOutgoingLinks(
  { account, parent, kind: ownKind, id: ownId }: Address,
  value: Value,
  emails: EmailLookup,
  { platform }: Dependencies,
): Link[] {
  const { store } = platform.contextFor(account)
  const above = parentKey(parent)
  const candidates: { readonly field: string; readonly key: Key }[] = [
    ...(above ? [{ field: 'parent', key: above }] : []),
    ...findLinks(value).flatMap(({ field, id, kinds }) => kinds.map((kind) => ({ field, key: { kind, id } }))),
  ]
  const links = new Map<string, Link>()
  for (const { field, key } of candidates) {
    const linkKey = `${field} ${key.kind}/${key.id}`
    if (links.size >= maxLinks) break
    if (links.has(linkKey) || (key.kind === ownKind && key.id === ownId)) continue
    const text = store.get(key)?.text
    if (text === undefined) continue
    const object = { kind: key.kind, id: key.id, parent: key.parent ?? '', account: emails(account) }
    links.set(linkKey, { object, field, name: parseName(JSON.parse(text) as unknown) })
  }
  return [...links.values()]
}

/** Lists the objects whose fields refer to this object, and its children. */
function listIncomingLinks(address: Address, emails: EmailLookup, { platform }: Dependencies): Link[] {
  const { kind, id, account } = address
  const { inspection } = platform
  const children = inspection.find({ account, kinds: allKinds, parent: childPath(address), limit: maxLinks }).objects
  const matchingObjects =
    address.parent === '' ? inspection.find({ account, kinds: allKinds, text: id, limit: maxScannedObjects }).objects : []
  const formatReference = (object: Required<Key>) => ({ kind: object.kind, id: object.id, parent: object.parent, account: emails(account) })
  const links = matchingObjects.flatMap((object): Link[] => {
    if (object.kind === kind && object.id === id) return []
    const value = JSON.parse(object.text) as unknown
    const link = findLinks(value).find((each) => each.id === id && each.kinds.includes(kind))
    return link ? [{ object: formatReference(object), field: link.field, name: parseName(value) }] : []
  })
  const below = children.map((object): Link => ({
    object: formatReference(object),
    field: 'parent',
    name: parseName(JSON.parse(object.text) as unknown),
  }))
  return [...below, ...links].slice(0, maxLinks)
}

function listHistory(
  { kind, id, parent, account }: Address,
  emails: EmailLookup,
  { requests }: Dependencies,
  masking: Masking,
): ObjectDetail['history'] {
  const isOwn = (change: RecordedChange) =>
    change.id === id && change.kind === kind && change.parent === parent && change.account === account
  const changes = [
    ...[...requests.list()].map(({ at, id: request, changes: recorded }) => ({ at, request_id: request, job: null, recorded })),
    ...[...requests.listJobs()].map(({ at, name, changes: recorded }) => ({ at, request_id: null, job: name, recorded })),
  ]
  return changes
    .toSorted((a, b) => b.at - a.at)
    .flatMap(({ recorded, at, ...by }) =>
      recorded.filter(isOwn).map((change) => ({ at: new Date(at).toISOString(), ...by, change: describeChange(change, emails, masking) })),
    )
}

/** Formats an object as a row of a table. */
export function summarizeObject({ kind, id, parent }: Required<Key>, text: string, account: string): StoredObject {
  const value = JSON.parse(text) as Value
  const { family = '', lifecycle } = resourceRows[kind] ?? {}
  const { region, tags } = value
  return {
    object: { kind, id, parent, account },
    family,
    name: parseName(value),
    state: parseText(lifecycle ? findState(value, lifecycle.field) : (value['status'] ?? value['state'])),
    region: parseText(isRecord(region) ? region['slug'] : (region ?? value['region_slug'])),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    created_at: parseText(value['created_at']),
  }
}
