/** Certificates: custom ones are parsed at upload; automatic ones are issued, and renewed while the account manages their DNS. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { parseCustomCertificate } from './custom-certificate.ts'
import { isAccountHost } from '../../shared/account-domains.ts'
import type { JobPayload } from '../../shared/schedule-job.ts'
import { issueCertificate } from './issuance.ts'
import type { Handlers, Jobs } from '../family.ts'
import type { Certificate } from './certificate-names.ts'

type Order = Extract<Operations['certificates_create']['body'], { type: 'lets_encrypt' }>

const create: Handler<'certificates_create'> = ({ body }, ctx) => {
  if (body.type === 'lets_encrypt') return { certificate: orderCertificate(body, ctx) }
  const fields = { name: body.name, type: 'custom', ...parseCustomCertificate(body, ctx.clock.now()), state: 'verified' } as const
  return { certificate: ctx.engine.create('Certificate', fields) }
}

function orderCertificate({ name, dns_names: dnsNames }: Order, ctx: AccountContext): Certificate {
  const names = [...new Set(dnsNames.map((each) => each.toLowerCase()))]
  const foreign = names.find((each) => !isAccountHost(ctx, each))
  if (foreign !== undefined) throw unprocessable(`dns_names: the DNS of "${foreign}" is not managed in this account.`)
  return ctx.engine.create('Certificate', { name, type: 'lets_encrypt', dns_names: names })
}

function renewCertificate({ id }: JobPayload, ctx: AccountContext): void {
  const certificate = ctx.engine.find('Certificate', id)
  if (certificate) ctx.engine.setFields('Certificate', id, issueCertificate(certificate, ctx))
}

export const handlers = { certificates_create: create } satisfies Handlers

export const jobs: Jobs = { 'certificates.renew': renewCertificate }
