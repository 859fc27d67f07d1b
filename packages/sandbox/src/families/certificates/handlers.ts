/** Certificates: read when they are uploaded; issued, and renewed for as long as their names are in the account, when they are not. */
import type { Handler } from '../../engine/call.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { parseCustom } from './parse-custom.ts'
import type { Family } from '../family.ts'
import { isInAccount } from '../../shared/account-domains.ts'
import { scheduleAfter, scheduleIn } from '../../shared/schedule-job.ts'
import { formatStamp } from '../../shared/format-stamp.ts'

type Certificate = Kinds['Certificate']

type Order = Extract<Operations['certificates_create']['body'], { type: 'lets_encrypt' }>

const secondsToCheck = 30
const day = 86_400_000
const daysValid = 90
const daysBeforeRenewal = 30

const create: Handler<'certificates_create'> = ({ body }, ctx) => {
  if (body.type === 'lets_encrypt') return { certificate: order(body, ctx) }
  const fields = { name: body.name, type: 'custom', ...parseCustom(body, ctx.clock.now()), state: 'verified' } as const
  return { certificate: ctx.engine.add('Certificate', fields, { lifecycle: false }) }
}

function order({ name, dns_names: given }: Order, ctx: AccountContext): Certificate {
  const names = [...new Set(given.map((each) => each.toLowerCase()))]
  const foreign = names.find((each) => !isInAccount(ctx, each))
  if (foreign !== undefined) throw unprocessable(`dns_names: the DNS of "${foreign}" is not managed in this account.`)
  const certificate = ctx.engine.add('Certificate', { name, type: 'lets_encrypt', dns_names: names }, { lifecycle: false })
  scheduleIn(ctx, secondsToCheck, 'certificates.issue', { id: certificate.id })
  return certificate
}

/** Checks the names once more, and issues the certificate for three months. It is renewed one month before they are over. */
function issue({ id }: { readonly id: string }, ctx: AccountContext): void {
  const { engine, clock, ids } = ctx
  const certificate = engine.find('Certificate', id)
  if (!certificate) return
  if (!certificate.dns_names.every((name) => isInAccount(ctx, name))) {
    engine.change('Certificate', id, { state: 'error' })
    return
  }
  const end = formatStamp(clock.now() + daysValid * day)
  engine.change('Certificate', id, { state: 'verified', not_after: end, sha1_fingerprint: ids.hex(40) })
  scheduleAfter(ctx, ((daysValid - daysBeforeRenewal) * day) / 1000, 'certificates.issue', { id })
}

/** `being used by CDN endpoint covers…`; undefined when nobody uses it. */
function findUser({ engine }: AccountContext, id: string): string | undefined {
  const names = (each: { readonly certificate_id?: string }) => each.certificate_id === id
  const balancer = engine.all('LoadBalancer').find(({ forwarding_rules: rules, domains }) => rules.some(names) || domains?.some(names))
  if (balancer) return `being used by one or more load balancers (${balancer.name})`
  const [endpoint] = engine.all('CdnEndpoint', { where: [{ field: 'certificate_id', equals: id }] })
  return endpoint && `being used by CDN endpoint ${endpoint.endpoint}`
}

/** Whether it can be used for this name. A wildcard stands for exactly one label. */
export function covers({ dns_names: names }: Pick<Certificate, 'dns_names'>, host: string): boolean {
  const asked = host.toLowerCase()
  return names.some((name) => {
    const own = name.toLowerCase()
    return own === asked || (own.startsWith('*.') && asked.slice(asked.indexOf('.')) === own.slice(1))
  })
}

export const certificates: Family = {
  handlers: { certificates_create: create },
  kinds: {
    Certificate: {
      /** An empty name is none. */
      where: (usual) => usual.filter(({ equals }) => equals !== ''),
      beforeDelete: (_, { id }, ctx) => {
        const user = findUser(ctx, id)
        // Terraform looks for what load balancers have of the first sentence or for the second, and tries again when it finds one.
        if (user) throw new Failure(403, `The certificate is ${user}. Make sure the certificate is not in use before deleting it.`)
      },
    },
  },
  jobs: { 'certificates.issue': issue },
}
