/** Checks of single resources, by rule id. */
import type { SecurityRuleName } from '../../catalog/security-rules.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Scanned } from './coverage.ts'

const opensSsh = ({ protocol, ports, sources }: Kinds['Firewall']['inbound_rules'][number]): boolean =>
  protocol === 'tcp' && ports === '22' && sources.addresses?.includes('0.0.0.0/0') === true

type Check = (resource: Scanned, firewalls: readonly Kinds['Firewall'][]) => boolean

/** Return true if the rule applies to resources of the type and the resource violates it. */
export const checks: { readonly [Rule in SecurityRuleName]: Check } = {
  openSsh: ({ type, value }, firewalls) =>
    type === 'droplet' && firewalls.some(({ droplet_ids: ids, inbound_rules: rules }) => ids.includes(value.id) && rules.some(opensSsh)),
  noBackups: ({ type, value }) => type === 'droplet' && !value.features.includes('backups'),
  singleNode: ({ type, value }) => type === 'dbaas' && value.num_nodes === 1,
  plainBalancer: ({ type, value }) =>
    type === 'loadbalancer' &&
    !value.redirect_http_to_https &&
    value.forwarding_rules.some(({ entry_protocol: protocol }) => protocol === 'http'),
  noUpgrades: ({ type, value }) => type === 'kubernetes' && !value.auto_upgrade,
}
