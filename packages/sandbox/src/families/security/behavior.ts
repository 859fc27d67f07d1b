/** Scans of how the account's resources are set up, what they leave out, and what the plan covers. */
import { securityRules } from '../../catalogue/security-rules.ts'
import type { Behavior, Call } from '../../engine/call.ts'
import { Failure, notFound } from '../../engine/failure.ts'
import { readPage, replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { changePlan, coversAnything, readDowngrades, readPlan, readUrns } from './coverage.ts'
import { exclude, finishScan, isSuppressed, readAffected, scanKey, splitUrn } from './run-scan.ts'
import { later } from '../../shared/later.ts'
import { findByUrn } from '../../shared/project-urns.ts'

const secondsToScan = 120

const create: Behavior = (call, world) => {
  const { engine } = world
  if (engine.all({ kind: 'SecurityScan', where: [{ field: 'status', equals: 'IN_PROGRESS' }] }).length > 0)
    throw new Failure(400, 'A scan is already in progress.')
  const { resources } = readBody(call)
  const only = readUrns(world, resources, 'resources')
  const scan = engine.create('SecurityScan', {}, { lifecycle: false, hidden: { only } })
  if (!coversAnything(world)) return replyScan(engine.change(scanKey(scan['id']), { status: 'CSPM_NOT_ENABLED' }))
  later(world, secondsToScan, 'security.finish', { id: scan['id'] })
  return replyScan(scan)
}

/** Under its root, and once more beside it. */
const replyScan = (scan: Value) => ({ body: JSON.stringify({ scan, ...scan }) })

const getLatest: Behavior = (call, world) => {
  const [latest] = world.engine.all({ kind: 'SecurityScan', order: 'newest', page: { number: 1, size: 1 } })
  if (!latest) throw notFound()
  return replyFindings(call, world, latest)
}

const get: Behavior = (call, world) => replyFindings(call, world, world.engine.get(scanKey(call.path['scan_id'])))

/** A page of the findings, inside the scan that found them. */
function replyFindings(call: Call, world: World, scan: Value): ReturnType<Behavior> {
  const { severity, type } = call.query
  const about = (uuid: unknown) => readAffected(world, scanKey(scan['id']), String(uuid)) ?? []
  const findings = (scan['findings'] as readonly Value[]).filter(
    (finding) =>
      (severity === undefined || finding['severity'] === severity) &&
      (type === undefined || about(finding['rule_uuid']).some((resource) => resource.type === type)),
  )
  const { body, headers = {} } = replyValues(call, 'findings', findings)
  const { findings: page, ...rest } = JSON.parse(String(body)) as Value
  return { body: JSON.stringify({ scan: { ...scan, findings: page }, ...rest, meta: { total: findings.length } }), headers }
}

const listAffected: Behavior = (call, world) => {
  const key = scanKey(call.path['scan_id'])
  world.engine.get(key)
  const rule = String(call.path['finding_uuid'])
  const affected = readAffected(world, key, rule)
  if (!affected) throw notFound()
  return replyValues(
    call,
    'affected_resources',
    affected.filter(({ urn }) => !isSuppressed(world, rule, urn)),
  )
}

const createRule: Behavior = (call, world) => {
  for (const urn of readUrns(world, [readBody(call)['resource']], 'resource')) exclude(world, urn)
  return {}
}

const getSettings: Behavior = (call, world) => {
  const page = readPage(call)
  // Those of resources that have since been deleted have nothing left to silence.
  const listed = world.engine
    .all({ kind: 'SecuritySuppression' })
    .filter(({ resource_type: type, resource_id: id }) => findByUrn(world, `do:${String(type)}:${String(id)}`) !== undefined)
  const { body, headers = {} } = replyValues(call, 'resources', listed)
  const suppressions = JSON.parse(String(body)) as Value
  const meta = { page: page.number, pages: Math.ceil(listed.length / page.size), total: listed.length }
  const settings = { suppressions: { ...suppressions, meta } }
  return { body: JSON.stringify({ settings, tier_coverage: readPlan(world), plan_downgrades: readDowngrades(world) }), headers }
}

const updatePlan: Behavior = (call, world) => ({
  body: JSON.stringify({ tier_coverage: changePlan(world, readBody(call)['tier_coverage']) }),
})

const suppress: Behavior = (call, world) => {
  const { engine, store } = world
  const { rule_uuid: uuid, resources } = readBody(call)
  const rule = Object.values(securityRules).find((each) => each.uuid === uuid)
  if (!rule) throw new Failure(404, `rule_uuid: no scan knows the rule "${String(uuid)}".`)
  const suppressions = readUrns(world, resources, 'resources').map((urn) => {
    const [type, id] = splitUrn(urn)
    const before = store.byUnique('SecuritySuppression', JSON.stringify([rule.uuid, type, id]))
    if (before !== undefined) return JSON.parse(before) as Value
    return engine.create('SecuritySuppression', { rule_uuid: rule.uuid, rule_name: rule.name, resource_id: id, resource_type: type })
  })
  return { body: JSON.stringify({ resources: suppressions, meta: { page: 1, pages: 1, total: suppressions.length } }) }
}

export const security: FamilyBehavior = {
  operations: {
    security_create_scan: create,
    security_get_latest_scan: getLatest,
    security_get_scan: get,
    security_list_scan_finding_affected_resources: listAffected,
    security_create_scan_rule: createRule,
    security_get_settings: getSettings,
    security_update_settings_plan: updatePlan,
    security_create_suppression: suppress,
  },
  due: { 'security.finish': finishScan },
}
