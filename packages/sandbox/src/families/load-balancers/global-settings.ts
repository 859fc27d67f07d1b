/** What only a global load balancer has. */
import { unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { isInAccount } from '../../shared/account-domains.ts'
import { readTargetBalancers } from './targets.ts'

const fields = ['domains', 'glb_settings', 'target_load_balancer_ids'] as const

/** @throws Failure 422 when one that is not global is given any of it */
export function readGlobalSettings(world: World, body: Value, isGlobal: boolean): Value {
  if (!isGlobal) {
    const given = fields.find((field) => Object.keys((body[field] ?? {}) as object).length > 0)
    if (given !== undefined) throw unprocessable(`${given}: is only for a load balancer of type GLOBAL.`)
    return {}
  }
  const domains = ((body['domains'] ?? []) as readonly Value[]).map((domain, index) => readDomain(world, domain, `domains.${index}`))
  const settings = (body['glb_settings'] ?? {}) as Value
  for (const slug of Object.keys((settings['region_priorities'] ?? {}) as Value)) {
    if (!world.engine.find({ kind: 'Region', id: slug }))
      throw unprocessable(`glb_settings.region_priorities: there is no region "${slug}".`)
  }
  return {
    domains,
    glb_settings: { ...settings, cdn: { is_enabled: false, ...(settings['cdn'] as Value | undefined) } },
    target_load_balancer_ids: readTargetBalancers(world, body['target_load_balancer_ids']),
  }
}

function readDomain(world: World, { name, is_managed: isManaged = false, certificate_id: certificate = '' }: Value, place: string): Value {
  if (isManaged === true && !isInAccount(world, String(name)))
    throw unprocessable(`${place}.name: the DNS of "${String(name)}" is not managed in this account.`)
  if (certificate === '' || certificate === null) return { name, is_managed: isManaged }
  if (!world.engine.find({ kind: 'Certificate', id: String(certificate) }))
    throw unprocessable(`${place}.certificate_id: there is no certificate "${String(certificate)}".`)
  return { name, is_managed: isManaged, certificate_id: certificate }
}
