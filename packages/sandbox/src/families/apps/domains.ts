/**
 * Domains of an app. A domain with a zone gets a DNS record in the account. The sandbox does not query other DNS servers, so a domain without
 * a zone counts as configured.
 */
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { childPath } from '../../store/store.ts'
import { getStateSeconds } from '../../shared/get-state-seconds.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import { normalizeName } from '../../shared/record-format.ts'
import { formatNanoseconds, formatTimestamp } from '../../shared/format-timestamp.ts'
import { addRecord, updateZoneFile } from '../../shared/zone.ts'
import type { App, AppKey } from './app-state.ts'
import type { AppSpec } from './components.ts'
import { hashParts } from './hashed-values.ts'

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    /** DNS record of an app domain, by the id of the domain. */
    appRecord: { readonly zone: string; readonly record: number }
  }
}

type AppDomain = App['domains'][number]

export interface DomainJob {
  readonly app: string
  readonly domain: string
}

const day = 24 * 60 * 60 * 1000
const steps = ['default-ingress-ready', 'certificate-issued', 'domain-ready'] as const

/** Makes the domains match the spec. An unchanged domain keeps its setup. */
export function syncDomains(ctx: AccountContext, app: AppKey, spec: AppSpec, isLive: boolean): void {
  const { engine, ids } = ctx
  const { domains: before } = engine.get('App', app)
  const next = (spec.domains ?? []).map((domain): AppDomain => {
    const current = before.find(({ spec: other }) => other.domain === domain.domain && other.zone === domain.zone)
    if (current) return { ...current, spec: domain }
    const id = ids.uuid()
    if (isLive) scheduleStep(ctx, app, id, 'PENDING')
    return {
      id,
      spec: domain,
      phase: 'PENDING',
      progress: { steps: steps.map((name) => ({ name, status: 'PENDING' })) },
      validations: domain.zone === undefined ? [createValidation(domain.domain, id)] : [],
      rotate_validation_records: false,
    }
  })
  engine.setFields('App', app, { domains: next })
  for (const current of before) if (!next.some(({ id }) => id === current.id)) removeDnsRecord(ctx, app, current)
}

function scheduleStep(ctx: AccountContext, app: AppKey, domain: string, phase: 'PENDING' | 'CONFIGURING'): void {
  const name = phase === 'PENDING' ? 'apps.beginDomain' : 'apps.finishDomain'
  scheduleIn(ctx, getStateSeconds('AppDomain', phase), name, { app: app.id, domain } satisfies DomainJob)
}

function createValidation(domain: string, id: string): AppDomain['validations'][number] {
  const value = Buffer.from(hashParts('domain', id), 'hex').toString('base64url')
  return { txt_name: `_acme-challenge.${domain.replace(/\.$/, '')}`, txt_value: value }
}

/** Schedules the setup of the pending domains, once the app has a host name. */
export function startDomains(ctx: AccountContext, app: AppKey): void {
  for (const { id, phase } of ctx.engine.get('App', app).domains) if (phase === 'PENDING') scheduleStep(ctx, app, id, phase)
}

/** PENDING → CONFIGURING: adds the DNS record and requests a certificate. Returns false in another phase or for a deleted domain. */
export function configureDomain(ctx: AccountContext, app: AppKey, id: string, host: string): boolean {
  const domain = findDomain(ctx, app, id)
  if (domain?.phase !== 'PENDING') return false
  addDnsRecord(ctx, app, domain, host)
  const at = formatNanoseconds(ctx.clock.now(), id)
  changeDomain(ctx, app, id, {
    phase: 'CONFIGURING',
    progress: {
      steps: [
        { name: steps[0], status: 'SUCCESS', started_at: at, ended_at: at },
        { name: steps[1], status: 'RUNNING', started_at: at },
        { name: steps[2], status: 'PENDING' },
      ],
    },
  })
  scheduleStep(ctx, app, id, 'CONFIGURING')
  return true
}

/** CONFIGURING → ACTIVE. Returns false in another phase or for a deleted domain. */
export function activateDomain(ctx: AccountContext, app: AppKey, id: string): boolean {
  const domain = findDomain(ctx, app, id)
  if (domain?.phase !== 'CONFIGURING') return false
  const at = formatNanoseconds(ctx.clock.now(), id)
  const completedSteps = domain.progress.steps.map(
    (step) => ({ started_at: at, ...step, status: 'SUCCESS', ended_at: step.ended_at ?? at }) as const,
  )
  changeDomain(ctx, app, id, {
    phase: 'ACTIVE',
    progress: { steps: completedSteps },
    certificate_expires_at: formatTimestamp(ctx.clock.now() + 90 * day),
  })
  return true
}

/** Returns the domains with the current expiry: certificates are renewed 30 days before they expire. */
export function describeDomains(domains: readonly AppDomain[], now: number): AppDomain[] {
  return domains.map((domain) => {
    const expires = Date.parse(domain.certificate_expires_at ?? '')
    if (Number.isNaN(expires)) return domain
    const renewals = Math.max(0, Math.ceil((now - (expires - 30 * day)) / (60 * day)))
    return { ...domain, certificate_expires_at: formatTimestamp(expires + renewals * 60 * day) }
  })
}

function findDomain({ engine }: AccountContext, app: AppKey, id: string): AppDomain | undefined {
  return engine.find('App', app)?.domains.find((domain) => domain.id === id)
}

function changeDomain({ engine }: AccountContext, app: AppKey, id: string, fields: Partial<AppDomain>): void {
  const domains = engine.get('App', app).domains.map((domain) => (domain.id === id ? { ...domain, ...fields } : domain))
  engine.setFields('App', app, { domains })
}

const recordKind = 'appRecord'

/** Adds the DNS record unless the zone has an A or CNAME record of that name. */
function addDnsRecord(ctx: AccountContext, app: AppKey, { id, spec }: AppDomain, host: string): void {
  const { engine, store, ids } = ctx
  const zone = spec.zone?.toLowerCase()
  if (!zone || !engine.find('Domain', zone)) return
  const name = normalizeName(spec.domain, zone)
  const parent = childPath(keyOf('Domain', zone))
  const records = engine.list('DomainRecord', { parent })
  if (records.some((record) => record.name === name && (record.type === 'A' || record.type === 'CNAME'))) return
  // The apex of a zone cannot have a CNAME record.
  const target = name === '@' ? ({ type: 'A', data: ids.ipv4() } as const) : ({ type: 'CNAME', data: host } as const)
  const { id: record } = addRecord(ctx, parent, { name, ttl: 1800, ...target })
  store.put({ kind: recordKind, parent: childPath(app), id, text: JSON.stringify({ zone, record }) })
  updateZoneFile(ctx, zone)
}

function removeDnsRecord(ctx: AccountContext, app: AppKey, { id }: AppDomain): void {
  const { engine } = ctx
  const at = { parent: childPath(app), id }
  const own = engine.find(recordKind, at)
  if (!own) return
  engine.delete(recordKind, at)
  const record = { parent: childPath(keyOf('Domain', own.zone)), id: own.record }
  if (!engine.find('DomainRecord', record)) return
  engine.delete('DomainRecord', record)
  updateZoneFile(ctx, own.zone)
}

/** Removes the DNS records of an app that is deleted. */
export function removeDnsRecords(ctx: AccountContext, app: AppKey): void {
  for (const domain of ctx.engine.get('App', app).domains) removeDnsRecord(ctx, app, domain)
}
