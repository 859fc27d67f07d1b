import { Failure } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { HooksByKind } from '../../engine/hooks.ts'
import { issueCertificate } from './issuance.ts'

/** Returns `being used by CDN endpoint covers…`, or undefined when nothing uses the certificate. */
function findUsage({ engine }: AccountContext, id: string): string | undefined {
  const names = (each: { readonly certificate_id?: string }) => each.certificate_id === id
  const balancer = engine.list('LoadBalancer').find(({ forwarding_rules: rules, domains }) => rules.some(names) || domains?.some(names))
  if (balancer) return `being used by one or more load balancers (${balancer.name})`
  const [endpoint] = engine.list('CdnEndpoint', { where: [{ field: 'certificate_id', equals: id }] })
  return endpoint && `being used by CDN endpoint ${endpoint.endpoint}`
}

export const hooks: HooksByKind = {
  Certificate: {
    /** Ignores an empty `name` parameter. */
    listQuery: (_call, _ctx, { filters }) => ({ where: filters.filter(({ equals }) => equals !== '') }),
    onEnter: { verified: (certificate, _key, ctx) => issueCertificate(certificate, ctx) },
    beforeDelete: (_, { id }, ctx) => {
      const user = findUsage(ctx, id)
      // Terraform retries when it finds the sentence about load balancers or the second sentence.
      if (user) throw new Failure(403, `The certificate is ${user}. Make sure the certificate is not in use before deleting it.`)
    },
  },
}
