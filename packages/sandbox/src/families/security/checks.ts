/** Checks of single resources, by rule id. */
import type { SecurityRuleName } from '../../catalog/security-rules.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Scanned } from './coverage.ts'

type Check<Value> = (value: Value, firewalls: readonly Kinds['Firewall'][]) => boolean
type Checks<Value> = { readonly [Rule in SecurityRuleName]?: Check<Value> }

const opensSsh = ({ protocol, ports, sources }: Kinds['Firewall']['inbound_rules'][number]): boolean =>
  protocol === 'tcp' && ports === '22' && sources.addresses?.includes('0.0.0.0/0') === true

const ofDroplets: Checks<Kinds['Droplet']> = {
  openSsh: ({ id }, firewalls) => firewalls.some(({ droplet_ids: ids, inbound_rules: rules }) => ids.includes(id) && rules.some(opensSsh)),
  noBackups: ({ features }) => !features.includes('backups'),
}

const ofDatabases: Checks<Kinds['DatabaseCluster']> = { singleNode: ({ num_nodes: nodes }) => nodes === 1 }

const ofBalancers: Checks<Kinds['LoadBalancer']> = {
  plainBalancer: ({ forwarding_rules: rules, redirect_http_to_https: redirects }) =>
    !redirects && rules.some(({ entry_protocol: protocol }) => protocol === 'http'),
}

const ofKubernetes: Checks<Kinds['KubernetesCluster']> = { noUpgrades: ({ auto_upgrade: upgrades }) => !upgrades }

/** True if the rule applies to resources of this type and the resource violates it. */
export function violatesRule(rule: SecurityRuleName, { type, value }: Scanned, firewalls: readonly Kinds['Firewall'][]): boolean {
  switch (type) {
    case 'droplet':
      return ofDroplets[rule]?.(value, firewalls) === true
    case 'dbaas':
      return ofDatabases[rule]?.(value, firewalls) === true
    case 'loadbalancer':
      return ofBalancers[rule]?.(value, firewalls) === true
    case 'kubernetes':
      return ofKubernetes[rule]?.(value, firewalls) === true
  }
}
