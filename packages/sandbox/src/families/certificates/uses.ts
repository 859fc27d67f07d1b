/** Who uses a certificate, and for which names it can be used. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

/** `being used by CDN endpoint covers…`; undefined when nobody does. */
export function findUser({ engine }: World, id: string): string | undefined {
  const uses = (entries: unknown) => ((entries ?? []) as readonly Value[]).some((entry) => entry['certificate_id'] === id)
  const balancer = engine.all({ kind: 'LoadBalancer' }).find((each) => uses(each['forwarding_rules']) || uses(each['domains']))
  if (balancer) return `being used by one or more load balancers (${String(balancer['name'])})`
  const [endpoint] = engine.all({ kind: 'CdnEndpoint', where: [{ field: 'certificate_id', equals: id }] })
  return endpoint && `being used by CDN endpoint ${String(endpoint['endpoint'])}`
}

/** A wildcard stands for exactly one label. */
export function covers(certificate: Value, host: string): boolean {
  const asked = host.toLowerCase()
  return (certificate['dns_names'] as readonly string[]).some((name) => {
    const own = name.toLowerCase()
    return own === asked || (own.startsWith('*.') && asked.slice(asked.indexOf('.')) === own.slice(1))
  })
}
