/** Runs a scan: checks every covered resource and stores the findings. */
import { getSeverityRank, securityRules, type SecurityRuleEntry, type SecurityRuleName } from '../../catalog/security-rules.ts'
import { onlyOne } from '../../engine/engine.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { checks } from './checks.ts'
import { listScanned, type Scanned } from './coverage.ts'

type Affected = Operations['security_scans_listAffectedResources']['reply']['affected_resources'][number]
type Finding = Kinds['SecurityScan']['findings'][number]

declare module '../../engine/kinds.ts' {
  interface Hidden {
    SecurityScan: {
      /** URNs to check; all covered resources when left out. */
      only: readonly string[]
      /** Findings by rule, once the scan has completed. */
      affected?: Readonly<Record<string, readonly Affected[]>>
    }
  }
  interface InternalKinds {
    securityExclusions: readonly string[]
  }
}

/** True if a later scan contains the resource. */
export function exclude({ engine, store }: AccountContext, urn: string): void {
  const before = engine.find('securityExclusions', onlyOne) ?? []
  store.put({ kind: 'securityExclusions', id: onlyOne, text: JSON.stringify([...new Set([...before, urn])]) })
}

export function finishScan({ id }: Kinds['SecurityScan'], ctx: AccountContext): Changes<Kinds['SecurityScan']> {
  const { engine } = ctx
  const excluded = new Set(engine.find('securityExclusions', onlyOne))
  const only = new Set(engine.getHidden('SecurityScan', id).only)
  const isWanted = ({ urn }: Scanned) => !excluded.has(urn) && (only.size === 0 || only.has(urn))
  const scannedResources = listScanned(ctx).filter(isWanted)
  const firewalls = engine.list('Firewall')
  const isSuppressed = parseSuppressed(ctx)
  const names = Object.keys(securityRules) as SecurityRuleName[] // the keys of an object literal
  const found = names.flatMap((name) => {
    const rule: SecurityRuleEntry = securityRules[name]
    const broken = scannedResources.flatMap((resource) => {
      if (isSuppressed(rule.uuid, resource.urn) || !checks[name](resource, firewalls)) return []
      return [{ urn: resource.urn, name: resource.value.name, type: resource.type }]
    })
    return broken.length === 0 ? [] : [{ rule, broken }]
  })
  const ordered = found.toSorted((a, b) => getSeverityRank(a.rule.severity) - getSeverityRank(b.rule.severity))
  engine.setHidden('SecurityScan', id, { affected: Object.fromEntries(ordered.map(({ rule, broken }) => [rule.uuid, broken])) })
  return { findings: ordered.map(({ rule, broken }) => describeFinding(rule, broken.length, ctx)) }
}

function describeFinding(rule: SecurityRuleEntry, count: number, { clock }: AccountContext): Finding {
  return {
    rule_uuid: rule.uuid,
    name: rule.name,
    details: rule.details,
    found_at: clock.timestamp(),
    severity: rule.severity,
    business_impact: rule.impact,
    technical_details: rule.technical,
    mitigation_steps: rule.steps.map(([title, description], index) => ({ step: index + 1, title, description })),
    affected_resources_count: count,
  }
}

/** Reads the suppressions once for all findings. */
export function parseSuppressed({ engine }: AccountContext): (rule: string, urn: string) => boolean {
  const all = engine.list('SecuritySuppression')
  const suppressedKeys = new Set(all.map(({ rule_uuid: rule, resource_type: type, resource_id: id }) => `${rule} do:${type}:${id}`))
  return (rule, urn) => suppressedKeys.has(`${rule} ${urn}`)
}

/** `do:droplet:412800103` → `droplet` and `412800103`. */
export function splitUrn(urn: string): [type: string, id: string] {
  const [, type = '', ...rest] = urn.split(':')
  return [type, rest.join(':')]
}
