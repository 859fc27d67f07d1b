/** Security scans: misconfigured resources, coverage and plans. */
import { securityRules } from '../../catalog/security-rules.ts'
import type { Answer } from '../../engine/answer.ts'
import type { Handler, Call } from '../../engine/call.ts'
import { Failure, notFound } from '../../engine/failure.ts'
import { answerAround, answerPageAround, answerValues, parsePage } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { changePlan, coversAnything, parsePlan, listUrns } from './coverage.ts'
import { exclude, parseSuppressed, splitUrn } from './scan.ts'
import type { Handlers } from '../family.ts'

type Scan = Kinds['SecurityScan']

const create: Handler<'security_scans_create'> = ({ body }, ctx) => {
  const { engine } = ctx
  if (engine.count('SecurityScan', { where: [{ field: 'status', equals: 'IN_PROGRESS' }] }) > 0)
    throw new Failure(400, 'A scan is already in progress.')
  const only = listUrns(ctx, body?.resources, 'resources')
  const status = coversAnything(ctx) ? 'IN_PROGRESS' : 'CSPM_NOT_ENABLED'
  return nameTwice(engine.create('SecurityScan', { findings: [], status }, { hidden: { only } }))
}

/** Returns the value under its root key and again at the top level. */
const nameTwice = (scan: Scan) => ({ scan, ...scan })

const getLatest: Handler<'security_scans_getLatest'> = (call, ctx) => {
  const latest = ctx.engine.findNewest('SecurityScan')
  if (!latest) throw notFound()
  return answerFindings(call, ctx, latest)
}

const get: Handler<'security_scans_get'> = (call, ctx) => answerFindings(call, ctx, ctx.engine.get('SecurityScan', call.path.scan_id))

/** Returns one page of the findings inside the scan. */
function answerFindings(
  call: Call<'security_scans_get' | 'security_scans_getLatest'>,
  { engine }: AccountContext,
  scan: Scan,
): Answer<Operations['security_scans_get']['reply']> {
  const { severity, type } = call.query
  const { affected = {} } = engine.getHidden('SecurityScan', scan.id)
  const findings = scan.findings.filter(
    (finding) =>
      (severity === undefined || finding.severity === severity) &&
      (type === undefined || affected[finding.rule_uuid]?.some((resource) => resource.type === type)),
  )
  return answerAround(call, findings, (page, paging) => ({ scan: { ...scan, findings: [...page] }, ...paging }))
}

const listAffected: Handler<'security_scans_listAffectedResources'> = (call, ctx) => {
  const { scan_id: id, finding_uuid: rule } = call.path
  const { affected } = ctx.engine.getHidden('SecurityScan', id)
  if (!affected?.[rule]) throw notFound()
  const isSuppressed = parseSuppressed(ctx)
  return answerValues(
    call,
    'affected_resources',
    affected[rule].filter(({ urn }) => !isSuppressed(rule, urn)),
  )
}

const createRule: Handler<'security_scans_createRule'> = ({ body }, ctx) => {
  for (const urn of listUrns(ctx, [body.resource], 'resource')) exclude(ctx, urn)
}

const getSettings: Handler<'security_settings_get'> = (call, ctx) => {
  const page = parsePage(call)
  return answerPageAround(call, ctx.engine.listPage('SecuritySuppression', { page }), (resources, { meta: { total }, ...links }) => ({
    settings: { suppressions: { resources, ...links, meta: { page: page.number, pages: Math.ceil(total / page.size), total } } },
    tier_coverage: parsePlan(ctx),
    plan_downgrades: {},
  }))
}

const updatePlan: Handler<'security_settings_updatePlan'> = ({ body }, ctx) => ({
  tier_coverage: changePlan(ctx, body.tier_coverage),
})

const suppress: Handler<'security_suppressions_create'> = ({ body: { rule_uuid: uuid, resources: urns } }, ctx) => {
  const { engine } = ctx
  const rule = Object.values(securityRules).find((each) => each.uuid === uuid)
  if (!rule) throw new Failure(404, `rule_uuid: rule "${uuid}" not found.`)
  const resources = listUrns(ctx, urns, 'resources').map((urn) => {
    const [type, id] = splitUrn(urn)
    return (
      engine.findUnique('SecuritySuppression', [rule.uuid, type, id]) ??
      engine.create('SecuritySuppression', { rule_uuid: rule.uuid, rule_name: rule.name, resource_id: id, resource_type: type })
    )
  })
  return { resources, meta: { page: 1, pages: 1, total: resources.length } }
}

export const handlers = {
  security_scans_create: create,
  security_scans_getLatest: getLatest,
  security_scans_get: get,
  security_scans_listAffectedResources: listAffected,
  security_scans_createRule: createRule,
  security_settings_get: getSettings,
  security_settings_updatePlan: updatePlan,
  security_suppressions_create: suppress,
} satisfies Handlers
