/**
 * The host names of an app. One with a zone gets its record in the account's DNS. What is in DNS elsewhere cannot be seen from here, so a
 * name without a zone is taken as pointed to the app.
 */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { later } from '../../shared/later.ts'
import { readName } from '../../shared/record-forms.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import { addRecord, writeZone } from '../../shared/zone.ts'
import { listOf } from './components.ts'
import { digest } from './digest.ts'

export interface AppDomain extends Value {
  readonly id: string
  readonly spec: Value
  readonly phase: string
}

const day = 24 * 60 * 60 * 1000
const steps = ['default-ingress-ready', 'certificate-issued', 'domain-ready']

export function listDomains(app: Value): AppDomain[] {
  // Made by `syncDomains` alone.
  return listOf(app, 'domains') as AppDomain[]
}

/** Makes the domains those of the specification. One that stays keeps what was set up for it. */
export function syncDomains(world: World, app: Key, spec: Value, isLive: boolean): void {
  const { engine, ids } = world
  const before = listDomains(engine.get(app))
  const next = listOf(spec, 'domains').map((domain) => {
    const old = before.find(({ spec: other }) => other['domain'] === domain['domain'] && other['zone'] === domain['zone'])
    if (old) return { ...old, spec: domain }
    const id = ids.uuid()
    if (isLive) later(world, 5, 'apps.beginDomain', { app: app.id, domain: id })
    return {
      id,
      spec: domain,
      phase: 'PENDING',
      progress: { steps: steps.map((name) => ({ name, status: 'PENDING' })) },
      validations: domain['zone'] === undefined ? [proofOf(String(domain['domain']), id)] : [],
      rotate_validation_records: false,
    }
  })
  engine.change(app, { domains: next })
  for (const old of before) if (!next.some(({ id }) => id === old.id)) dropRecord(world, app, old)
}

function proofOf(domain: string, id: string): Value {
  const value = Buffer.from(digest('domain', id), 'hex').toString('base64url')
  return { txt_name: `_acme-challenge.${domain.replace(/\.$/, '')}`, txt_value: value }
}

/** The app has an address now, so that names can lead to it. */
export function beginDomains(world: World, app: Key): void {
  for (const { id, phase } of listDomains(world.engine.get(app)))
    if (phase === 'PENDING') later(world, 5, 'apps.beginDomain', { app: app.id, domain: id })
}

/** PENDING → CONFIGURING: the record is written and a certificate asked for. False when that is done or the domain is gone. */
export function configureDomain(world: World, app: Key, id: string, host: string): boolean {
  const domain = findDomain(world, app, id)
  if (domain?.phase !== 'PENDING') return false
  addToZone(world, app, domain, host)
  const at = world.clock.stamp()
  const [first, second, ...rest] = steps
  change(world, app, id, {
    phase: 'CONFIGURING',
    progress: {
      steps: [
        { name: first, status: 'SUCCESS', started_at: at, ended_at: at },
        { name: second, status: 'RUNNING', started_at: at },
        ...rest.map((name) => ({ name, status: 'PENDING' })),
      ],
    },
  })
  later(world, 20, 'apps.finishDomain', { app: app.id, domain: id })
  return true
}

/** CONFIGURING → ACTIVE. */
export function activateDomain(world: World, app: Key, id: string): boolean {
  const domain = findDomain(world, app, id)
  if (domain?.phase !== 'CONFIGURING') return false
  const at = world.clock.stamp()
  const done = listOf(domain['progress'] as Value, 'steps').map((step) => ({
    started_at: at,
    ...step,
    status: 'SUCCESS',
    ended_at: step['ended_at'] ?? at,
  }))
  change(world, app, id, { phase: 'ACTIVE', progress: { steps: done }, certificate_expires_at: writeStamp(world.clock.now() + 90 * day) })
  return true
}

/** Certificates are renewed thirty days before they expire. */
export function showDomains(app: Value, now: number): Value[] {
  return listDomains(app).map((domain) => {
    const expires = Date.parse(String(domain['certificate_expires_at'] ?? ''))
    if (Number.isNaN(expires)) return domain
    const renewals = Math.max(0, Math.ceil((now - (expires - 30 * day)) / (60 * day)))
    return { ...domain, certificate_expires_at: writeStamp(expires + renewals * 60 * day) }
  })
}

function findDomain({ engine }: World, app: Key, id: string): AppDomain | undefined {
  const value = engine.find(app)
  return value && listDomains(value).find((domain) => domain.id === id)
}

function change({ engine }: World, app: Key, id: string, fields: Value): void {
  const domains = listDomains(engine.get(app)).map((domain) => (domain.id === id ? { ...domain, ...fields } : domain))
  engine.change(app, { domains })
}

const recordKind = 'appRecord'

/** A record of that name which the user made is left alone. */
function addToZone(world: World, app: Key, { id, spec }: AppDomain, host: string): void {
  const { engine, store, ids } = world
  const zone = String(spec['zone'] ?? '').toLowerCase()
  const key: Key = { kind: 'Domain', id: zone }
  if (zone === '' || !engine.find(key)) return
  const name = readName(String(spec['domain']), zone)
  const parent = under(key)
  const taken = engine
    .all({ kind: 'DomainRecord', parent })
    .some((record) => record['name'] === name && ['A', 'CNAME'].includes(String(record['type'])))
  if (taken) return
  // The top of a zone can have no CNAME.
  const record = addRecord(world, parent, {
    name,
    ttl: 1800,
    ...(name === '@' ? { type: 'A', data: ids.ipv4() } : { type: 'CNAME', data: host }),
  })
  store.put({ kind: recordKind, parent: under(app), id, text: JSON.stringify({ zone, record: record['id'] }) })
  writeZone(world, zone)
}

function dropRecord(world: World, app: Key, { id }: AppDomain): void {
  const { engine, store } = world
  const own = engine.find({ kind: recordKind, parent: under(app), id })
  if (!own) return
  const zone: Key = { kind: 'Domain', id: String(own['zone']) }
  store.delete({ kind: recordKind, parent: under(app), id })
  if (!store.delete({ kind: 'DomainRecord', parent: under(zone), id: String(own['record']) })) return
  writeZone(world, zone.id)
}

/** Before the app itself goes. */
export function dropRecords(world: World, app: Key): void {
  for (const domain of listDomains(world.engine.get(app))) dropRecord(world, app, domain)
}
