/**
 * The present state as a world that a sandbox can be started with: what requests made and can make again, with its ids. What came to be by
 * itself does so again; what only happened, such as actions, backups and invoices, is left out.
 */
import { secretHashOf, listApplications } from '../auth/applications.ts'
import { hashOf, listUsers, noPassword } from '../auth/users.ts'
import { findScopedTokens } from '../control/token-answers.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Value } from '../engine/values.ts'
import type { Tell } from '../engine/hooks.ts'
import type { World } from '../engine/world.ts'
import { worldKinds } from '../generated/world-kinds.ts'
import { defaultLimits, limitNames, readLimits } from '../limits/account-limits.ts'
import { type Key, under } from '../store/store.ts'
import type { WorldKind } from '../tables/world-kind.ts'
import { nameOf } from './make-resources.ts'
import { pickBody } from './pick-body.ts'
import { escapeReferences } from './references.ts'
import type { WorldDefinition } from './world-definition.ts'
import { readWorldSchema, type Schema, shapeOf } from './world-schema.ts'

/** In the place of a secret that is not told. */
const stand = 'not-exported'

export interface ExportOptions {
  /** With what is kept of tokens, secrets and passwords, so that they are good where the file is started from. */
  readonly withSecrets?: boolean
}

export function exportWorld(dependencies: Dependencies, { withSecrets = false }: ExportOptions = {}): WorldDefinition {
  const { platform, faults } = dependencies
  const world = platform.worldOf('')
  const tell: Tell = (secret) => (withSecrets ? secret : stand)
  const lists = {
    users: listOthers(dependencies, withSecrets),
    tokens: listTokens(dependencies, withSecrets),
    applications: listOwnApplications(dependencies, withSecrets),
    // Which it is and how often it struck is of the sandbox that it is in.
    faults: faults.list().map(({ id: _id, strikes: _strikes, ...fault }) => fault),
    ...exportResources(world, tell),
  }
  return {
    ...exportClock(dependencies),
    ...exportLimits(world),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  }
}

/** Time that goes on from now is no part of a world. */
function exportClock({ clock }: Dependencies): Pick<WorldDefinition, 'clock'> {
  const now = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`
  return clock.isFrozen() ? { clock: { now, frozen: true } } : clock.isMoved() ? { clock: { now } } : {}
}

function exportLimits(world: World): Pick<WorldDefinition, 'limits'> {
  const limits = readLimits(world)
  const { keepsVolumeLimit } = world.engine.hidden('Account', world.owner.uuid)
  const set = limitNames.filter((name) => limits[name] !== defaultLimits[name] || (name === 'volumes' && keepsVolumeLimit))
  return set.length === 0 ? {} : { limits: Object.fromEntries(set.map((name) => [name, limits[name] ?? 0])) }
}

/** Accounts that are one test's end with it. */
const ofTest = /^user-\d+@tests\.example$/

function listOthers({ platform: { store } }: Dependencies, withSecrets: boolean) {
  return listUsers(store)
    .filter(({ account, email }) => account !== '' && !ofTest.test(email))
    .map(({ email, name }) => {
      const hash = hashOf(store, email)
      return { email, name, ...(withSecrets && hash !== noPassword && { password_hash: hash }) }
    })
}

function listTokens({ platform }: Dependencies, withSecrets: boolean) {
  const emails = new Map(listUsers(platform.store).map(({ account, email }) => [account, email]))
  return findScopedTokens(platform)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, scopes = [], account }) => ({
      ...(withSecrets && { token_hash: id }),
      scopes,
      ...(account !== '' && { account: emails.get(account) ?? '' }),
    }))
    .toSorted(byText)
}

function listOwnApplications({ platform: { store }, credentials }: Dependencies, withSecrets: boolean) {
  const { client_id: seeded } = credentials().oauth
  return listApplications(store)
    .filter(({ client_id: id }) => id !== seeded)
    .map(({ client_id: id, name, redirect_uris: uris }) => ({
      name,
      redirect_uris: uris,
      client_id: id,
      ...(withSecrets && { client_secret_hash: secretHashOf(store, id) }),
    }))
    .toSorted(byText)
}

interface Kept {
  readonly key: Key
  readonly shown: Value
  readonly name: string | undefined
}

type Refer = (value: unknown) => unknown

function exportResources(world: World, tell: Tell): Readonly<Record<string, readonly unknown[]>> {
  const rows: readonly (readonly [string, WorldKind])[] = Object.entries(worldKinds)
  const found = rows.map(([name, kind]) => ({ name, kind, ...listKept(kind, '', world, tell) }))
  const refer = createRefer(found, world)
  const { properties = {} } = readWorldSchema()
  return Object.fromEntries(
    found.map(({ name, kind, kept }) => [
      name,
      kept.map((each) => writeEntry(each, kind, properties[name]?.items ?? {}, refer, world, tell)),
    ]),
  )
}

/** Those that a request made, and the ids of the others, which come to be by themselves. */
function listKept(
  kind: WorldKind,
  parent: string,
  world: World,
  tell: Tell,
): { readonly kept: readonly Kept[]; readonly others: readonly string[] } {
  const { engine } = world
  const { id } = engine.rowOf(kind.resource)
  const hooks = engine.hooksOf(kind.resource)
  const others: string[] = []
  const kept = engine.anyKind.all({ kind: kind.resource, parent, order: 'oldest' }).flatMap((value): Kept[] => {
    const key = { kind: kind.resource, parent, id: String(value[id?.field ?? '']) }
    const again = hooks.again ? hooks.again(value, key, world, tell) : {}
    if (!again) {
      others.push(key.id)
      return []
    }
    const shown = { ...((hooks.show?.(value, key, world) as Value | undefined) ?? value), ...again }
    return [{ key, shown, name: nameOf(shown) }]
  })
  return { kept: kept.toSorted(byName), others }
}

const byName = (one: Kept, other: Kept) => {
  const [first, second] = [`${one.name ?? ''} ${one.key.id}`, `${other.name ?? ''} ${other.key.id}`]
  return first < second ? -1 : 1
}

const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

function writeEntry({ key, shown }: Kept, kind: WorldKind, schema: Schema, refer: Refer, world: World, tell: Tell): Value {
  const own = Object.entries(shown).filter(([name]) => name !== 'id' && !Object.hasOwn(kind.children ?? {}, name))
  // What names the object itself is known only when it is there.
  const referElsewhere: Refer = (value) => (kind.makesId && String(value) === key.id ? undefined : refer(value))
  const body = pickBody(Object.fromEntries(own), schema, referElsewhere) as Value
  const { id } = world.engine.rowOf(kind.resource)
  const { properties } = shapeOf(schema)
  const children = Object.entries(kind.children ?? {}).map(([name, child]) => {
    const list = listKept(child, under(key), world, tell).kept
    return [name, list.map((each) => writeEntry(each, child, properties.get(name)?.items ?? {}, refer, world, tell))] as const
  })
  return {
    ...(kind.makesId && { id: id?.kind === 'integer' ? Number(key.id) : key.id }),
    ...body,
    ...Object.fromEntries(children.filter(([, list]) => list.length > 0)),
  }
}

interface FoundKind {
  readonly name: string
  readonly kind: WorldKind
  readonly kept: readonly Kept[]
  readonly others: readonly string[]
}

/** Whole numbers are no ids if they are small. */
const leastNumber = 100_000

/** An id of another entry is written as a reference to it; one of what comes to be by itself is another when it does. */
function createRefer(found: readonly FoundKind[], world: World): Refer {
  const references = new Map<unknown, string>()
  const others = new Set<unknown>()
  for (const { name: kindName, kind, kept, others: unkept } of found) {
    if (!kind.makesId) continue
    const isNumber = world.engine.rowOf(kind.resource).id?.kind === 'integer'
    const idOf = (id: string) => (isNumber ? Number(id) : id)
    for (const id of unkept) others.add(idOf(id))
    const count = new Map<string, number>()
    for (const { name } of kept) if (name !== undefined) count.set(name, (count.get(name) ?? 0) + 1)
    const own = shapeOf(readWorldSchema().properties?.[kindName]?.items ?? {}).properties
    // What the server makes of it and others name it by, such as the fingerprint of a key.
    const { unique = [] } = world.engine.rowOf(kind.resource)
    const made = unique.length === 1 ? unique.filter((field) => !own.has(field)) : []
    for (const { key, name, shown } of kept) {
      const called = name !== undefined && count.get(name) === 1 && !/[{}]/.test(name) ? name : key.id
      references.set(idOf(key.id), `\${${kindName}.${called}}`)
      for (const field of made) references.set(shown[field], `\${${kindName}.${called}.${field}}`)
    }
  }
  const referTo = (id: unknown) => (typeof id === 'number' && id < leastNumber ? undefined : references.get(id))
  return (value) => {
    const whole = referTo(value)
    if (whole !== undefined || typeof value !== 'string') return whole ?? (others.has(value) ? undefined : value)
    const [, prefix = '', id = ''] = /^(do:\w+:)(.+)$/.exec(value) ?? []
    const inner = id === '' ? undefined : (referTo(id) ?? referTo(Number(id)))
    if (inner !== undefined) return `${prefix}${inner}`
    return others.has(value) || (id !== '' && (others.has(id) || others.has(Number(id)))) ? undefined : escapeReferences(value)
  }
}
