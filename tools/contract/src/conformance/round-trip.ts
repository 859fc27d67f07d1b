/**
 * Checks that the sandbox returns the sent properties, or their defaults, and that an update with the values that were read changes
 * nothing, and an update of one property changes that property.
 */
import { formatFinding, type VerificationResult } from '../assurance/print-result.ts'
import { createFuzzFixture, type FuzzFixture } from '../assurance/fuzz/fuzz-fixture.ts'
import type { Fields } from '../../../../generators/model/get-fields.ts'
import { loadSpecification, type OperationEntry } from '../load-specification.ts'
import { type Body, createUpdateBody, listChanges, listCreateBodies } from './bodies.ts'
import { compareReads, compareSent, type Difference, isRewritten, isSame, leaveOut } from './differences.ts'
import { change, create, findIn, type Instance, read, send } from './instances.ts'
import { type ConformanceOptions, Report } from './report.ts'
import { checkEach, listResources, type Resource, selectResources } from './resources.ts'

export async function runRoundTrip(options: ConformanceOptions): Promise<VerificationResult> {
  const resources = selectResources(listResources(loadSpecification().entries), options)
  await using fixture = await (options.openFixture ?? createFuzzFixture)(options)
  const report = new Report(options)
  let refused = 0
  const kinds = await checkEach(resources, report, async (resource) => {
    let isCreated = false
    for (const body of listCreateBodies(resource.create, fixture)) {
      const title = `${resource.create.operation.id} (${body.name})`
      const instance = await create(fixture, resource, body, true)
      if (typeof instance === 'string') {
        refused += 1
        options.onResult?.(`refused ${title}: ${instance}`)
        continue
      }
      isCreated = true
      await checkInstance({ fixture, report, resource, title, instance })
    }
    return isCreated
  })
  return report.createResult('round-trip', { seed: options.seed, refused, kinds })
}

/** Properties that follow another property of the body instead of their own values. */
const overruled: Readonly<Record<string, { readonly by: string; readonly fields: readonly string[] }>> = {
  // A global load balancer is in no network.
  loadBalancers_create: { by: 'glb_settings', fields: ['network'] },
  // A run that saves a preset refers to that preset.
  modelEvaluations_runs_create: { by: 'save_as_preset', fields: ['eval_preset_uuid'] },
  // A copy has the size and the file system of its snapshot.
  volumes_create: { by: 'snapshot_id', fields: ['size_gigabytes', 'filesystem_type', 'filesystem_label'] },
}

function getFields({ create: { operation }, fields }: Resource, sent: Body): Fields {
  const { by = '', fields: names = [] } = overruled[operation.id] ?? {}
  return sent[by] ? Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) : fields
}

interface Subject {
  readonly fixture: FuzzFixture
  readonly report: Report
  readonly resource: Resource
  readonly title: string
  readonly instance: Instance
}

async function checkInstance(subject: Subject): Promise<void> {
  const { fixture, report, resource, title, instance } = subject
  const fields = getFields(resource, instance.sent)
  const first = await read(fixture, resource, instance)
  if (!first) return report.add(title, [`${title}: the new object cannot be read`])
  addDifferences(report, title, compareSent(instance.sent, first, fields))
  const listing = resource.list && findIn(resource, instance, (await send(fixture, resource.list, instance.path)).body)
  for (const [place, object] of Object.entries({ 'reply to its creation': instance.created, list: listing }))
    if (object) addDifferences(report, `${title}, in the ${place}`, compareSent(instance.sent, object, pickFields(fields, object)))
  let { sent } = instance
  for (const entry of resource.updates) if (await checkSameUpdate(subject, entry, sent)) sent = await checkUpdates(subject, entry, sent)
}

function addDifferences(report: Report, title: string, differences: readonly Difference[]): void {
  report.add(
    title,
    differences.map((each) => formatFinding(title, each.field, each.sent ?? 'nothing', each.read)),
  )
}

/** Sends the object back as it was read. @returns false when the update cannot be sent or is rejected */
async function checkSameUpdate({ fixture, report, resource, title: subject, instance }: Subject, entry: OperationEntry, sent: Body) {
  const before = await read(fixture, resource, instance)
  const body = before && createUpdateBody(entry, before, sent, resource.fields, fixture)
  if (!before || !body) return false
  const reply = await change(fixture, resource, entry, instance, body)
  const title = `${subject}, sent back by ${entry.operation.id}`
  if (reply.status < 300)
    addDifferences(report, title, compareReads(before, (await read(fixture, resource, instance)) ?? {}, resource.fields))
  else report.add(title, [`${title}: ${JSON.stringify(body).slice(0, 300)} was refused: ${reply.text.slice(0, 200)}`])
  return reply.status < 300
}

/** Changes one property after another. @returns the values that were last sent */
async function checkUpdates({ fixture, report, resource, title, instance }: Subject, entry: OperationEntry, first: Body): Promise<Body> {
  let sent = first
  const { fields } = resource
  const isWhole = entry.operation.method === 'put' || entry.operation.effect?.kind === 'replaces'
  const required = fixture.getSchemaTools(entry).resolve(entry.operation.body?.content[0]?.schema ?? {}).required ?? []
  const loadNow = async () => (await read(fixture, resource, instance)) ?? {}
  const createBody = async () => createUpdateBody(entry, await loadNow(), sent, fields, fixture) ?? {}
  for (const [name, value] of listChanges(entry, await createBody(), fixture)) {
    const field = fields[name]
    if (!field || field.origin === 'platform') continue
    const [before, kept] = [await loadNow(), await createBody()]
    const others = Object.entries(kept).filter(([other]) => isWhole || required.includes(other))
    const reply = await change(fixture, resource, entry, instance, { ...Object.fromEntries(others), [name]: value })
    if (reply.status >= 300) continue
    sent = { ...sent, [name]: value }
    const after = await loadNow()
    // Properties that the platform decides may follow the change.
    const strip = (body: Body) => leaveOut(body, fields, isRewritten)
    const changed = compareReads(strip(before), strip(after), fields).filter(
      (each) => each.field !== name && fields[each.field]?.origin !== 'platform' && fields[each.field]?.echo.length === 0,
    )
    // Inside of an object, properties that are not sent may keep their values; so may those that change only after the reply.
    const findOwn = (object: Body, own: Fields) =>
      compareSent({ [name]: value }, object, own).filter((each) => !isSame(getAt(before, each.field), each.read))
    const returned = findIn(resource, instance, reply.body)
    const inReply = returned ? findOwn(returned, pickFields({ [name]: field }, returned)) : []
    const own = findOwn(after, { [name]: field })
    addDifferences(report, `${title}, ${name} changed by ${entry.operation.id}`, [...own, ...changed, ...inReply])
  }
  return sent
}

/** The fields that the object has: a reply may be shorter than the object that is read. */
function pickFields(fields: Fields, object: Body): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(object, name)))
}

/** @param field `health_check.path`, `rules[0].ports` */
function getAt(value: unknown, field: string): unknown {
  return field.split(/[.[\]]+/).reduce<unknown>((inner, name) => (name === '' ? inner : Object(inner)[name]), value)
}
