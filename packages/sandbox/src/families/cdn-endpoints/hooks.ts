import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { coversHost } from '../certificates/index.ts'

/** `covers.nyc3.digitaloceanspaces.com` → `covers.nyc3.cdn.digitaloceanspaces.com` */
function formatEndpoint(origin: string): string {
  const [, space, domain] = /^([a-z0-9][a-z0-9-]*\.[a-z]+\d+)\.(digitaloceanspaces\.com)$/.exec(origin) ?? []
  if (space === undefined) throw unprocessable('invalid origin')
  return `${space}.cdn.${domain}`
}

/** Stands for a certificate that Cloudflare provides. */
const cloudflareCertificate = 'needs-cloudflare-cert'

type Subdomain = Pick<Operations['cdnEndpoints_update']['body'], 'custom_domain' | 'certificate_id'>

/** Subdomain and certificate must be set together; absent fields keep their value. @throws Failure 422 */
function parseSubdomain({ engine }: AccountContext, input: Subdomain, before: Subdomain = {}) {
  const domain = (input.custom_domain === undefined ? before.custom_domain : input.custom_domain) || undefined
  const id = (input.certificate_id === undefined ? before.certificate_id : input.certificate_id) || undefined
  const fields = { custom_domain: domain, certificate_id: id }
  if ((domain === undefined && id === undefined) || id === cloudflareCertificate) return fields
  if (id === undefined) throw unprocessable('certificate_id: must be given with custom_domain.')
  if (domain === undefined) throw unprocessable('custom_domain: must be given with certificate_id.')
  if (!hostNamePattern.test(domain)) throw unprocessable('custom_domain: is not a full host name.')
  const certificate = engine.find('Certificate', id.toLowerCase())
  if (!certificate) throw unprocessable(`certificate_id: there is no certificate "${id}".`)
  if (!coversHost(certificate, domain)) throw unprocessable(`certificate_id: the certificate does not cover "${domain}".`)
  return fields
}

const hostNamePattern = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/i

const endpoint: ResourceHooks<'CdnEndpoint'> = {
  parseCreate: ({ body }: Call<'cdnEndpoints_create'>, ctx) => {
    const origin = body.origin.toLowerCase()
    return { fields: { origin, endpoint: formatEndpoint(origin), ttl: body.ttl || undefined, ...parseSubdomain(ctx, body) } }
  },
  parseUpdate: ({ body }: Call<'cdnEndpoints_update'>, ctx, before) => ({
    set: { ttl: body.ttl ?? before.ttl, ...parseSubdomain(ctx, body, before) },
  }),
  // The sandbox caches nothing.
  operations: { cdnEndpoints_purgeCache: () => {} },
}

export const hooks: HooksByKind = { CdnEndpoint: endpoint }
