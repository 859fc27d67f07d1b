/** A scan that has had its time: it looks at everything that is covered and writes down what it finds. */
import { rankOf, securityRules, type SecurityRuleEntry, type SecurityRuleName } from '../../catalogue/security-rules.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { checks } from './checks.ts'
import { listScanned, type Scanned } from './coverage.ts'

export const scanKey = (id: unknown): Key => ({ kind: 'SecurityScan', id: String(id) })
const excludedKey = { kind: 'securityExclusions', id: '-' }

export interface Affected {
  readonly urn: string
  readonly name: string
  readonly type: string
}

/** No later scan says anything about the resource. */
export function exclude({ store }: World, urn: string): void {
  const before = JSON.parse(store.text(excludedKey) ?? '[]') as string[]
  store.put({ ...excludedKey, text: JSON.stringify([...new Set([...before, urn])]) })
}

export function finishScan({ id }: { readonly id: string }, world: World): void {
  const { engine, store } = world
  const key = scanKey(id)
  if (engine.find(key)?.['status'] !== 'IN_PROGRESS') return
  const excluded = new Set(JSON.parse(store.text(excludedKey) ?? '[]') as string[])
  // Only `create` of a scan writes it; without any, all are looked at.
  const only = engine.hidden(key)['only'] as readonly string[]
  const isWanted = ({ urn }: Scanned) => !excluded.has(urn) && (only.length === 0 || only.includes(urn))
  const scanned = listScanned(world).filter(({ resource }) => isWanted(resource))
  const names = Object.keys(securityRules) as SecurityRuleName[] // the keys of an object literal
  const found = names.flatMap((name) => {
    const rule: SecurityRuleEntry = securityRules[name]
    const broken = scanned.flatMap(({ resource, tier }) => {
      if (resource.type !== rule.type || (rule.tier === 'advanced' && tier !== 'advanced')) return []
      if (isSuppressed(world, rule.uuid, resource.urn) || !checks[name](resource.value, world)) return []
      return [describeAffected(resource)]
    })
    return broken.length === 0 ? [] : [{ rule, broken }]
  })
  const ordered = found.toSorted((a, b) => rankOf(a.rule.severity) - rankOf(b.rule.severity))
  engine.change(key, { status: 'COMPLETED', findings: ordered.map(({ rule, broken }) => describeFinding(rule, broken.length, world)) })
  engine.hide(key, { affected: Object.fromEntries(ordered.map(({ rule, broken }) => [rule.uuid, broken])) })
}

const describeAffected = ({ urn, name, type }: Scanned): Affected => ({ urn, name, type })

function describeFinding(rule: SecurityRuleEntry, count: number, { clock }: World): Value {
  return {
    rule_uuid: rule.uuid,
    name: rule.name,
    details: rule.details,
    found_at: clock.stamp(),
    severity: rule.severity,
    business_impact: rule.impact,
    technical_details: rule.technical,
    mitigation_steps: rule.steps.map(([title, description], index) => ({ step: index + 1, title, description })),
    affected_resources_count: count,
  }
}

export function isSuppressed({ store }: World, rule: string, urn: string): boolean {
  return store.byUnique('SecuritySuppression', JSON.stringify([rule, ...splitUrn(urn)])) !== undefined
}

/** `do:droplet:412800103` → `droplet` and `412800103`. */
export function splitUrn(urn: string): [type: string, id: string] {
  const [, type = '', ...rest] = urn.split(':')
  return [type, rest.join(':')]
}

export function readAffected({ engine }: World, key: Key, rule: string): readonly Affected[] | undefined {
  const { affected = {} } = engine.hidden(key)
  // Only `finishScan` writes it.
  return (affected as Readonly<Record<string, readonly Affected[]>>)[rule]
}
