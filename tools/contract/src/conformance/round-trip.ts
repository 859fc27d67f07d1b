/**
 * Checks that the sandbox returns what it is sent: properties as sent or with their defaults; an update with the values that were read changes
 * nothing, and an update of one property changes that property.
 */
import { describeFinding, type Outcome } from '../assurance/print-result.ts'
import { createWorld, type World } from '../assurance/fuzz/fuzz-fixture.ts'
import { loadSpecification, type OperationEntry } from '../load-specification.ts'
import { type Body, createUpdateBody, listChanges, listCreateBodies } from './bodies.ts'
import { compareReads, compareSent, type Difference, isRewritten, isSame, leaveOut } from './differences.ts'
import { change, create, type Instance, read } from './instances.ts'
import { type ConformanceOptions, Report } from './report.ts'
import { checkEach, listResources, type Resource, selectByName } from './resources.ts'

export async function runRoundTrip(options: ConformanceOptions): Promise<Outcome> {
  const resources = selectByName(listResources(loadSpecification().entries), options.names)
  await using ctx = await createWorld(options)
  const report = new Report(options)
  let refused = 0
  const kinds = await checkEach(resources, report, async (resource) => {
    let isCreated = false
    for (const body of listCreateBodies(resource.create, ctx)) {
      const title = `${resource.create.operation.id} (${body.name})`
      const instance = await create(ctx, resource, body, true)
      if (typeof instance === 'string') {
        refused += 1
        options.onResult?.(`refused ${title}: ${instance}`)
        continue
      }
      isCreated = true
      await checkInstance({ ctx, report, resource, title, instance })
    }
    return isCreated
  })
  return report.createOutcome('round-trip', { seed: options.seed, refused, kinds })
}

interface Subject {
  readonly ctx: World
  readonly report: Report
  readonly resource: Resource
  readonly title: string
  readonly instance: Instance
}

async function checkInstance(subject: Subject): Promise<void> {
  const { ctx, report, resource, title, instance } = subject
  const first = await read(ctx, resource, instance)
  if (!first) return report.add(title, [`${title}: the new object cannot be read`])
  addDifferences(report, title, compareSent(instance.sent, first, resource.fields))
  let { sent } = instance
  for (const entry of resource.updates) if (await checkSameUpdate(subject, entry, sent)) sent = await checkUpdates(subject, entry, sent)
}

function addDifferences(report: Report, title: string, differences: readonly Difference[]): void {
  report.add(
    title,
    differences.map((each) => describeFinding(title, each.field, each.sent ?? 'nothing', each.read)),
  )
}

/** Sends back what was read. @returns false when the update cannot be sent or is refused */
async function checkSameUpdate({ ctx, report, resource, title: subject, instance }: Subject, entry: OperationEntry, sent: Body) {
  const before = await read(ctx, resource, instance)
  const body = before && createUpdateBody(entry, before, sent, resource.fields, ctx)
  if (!before || !body) return false
  const answer = await change(ctx, resource, entry, instance, body)
  const title = `${subject}, sent back by ${entry.operation.id}`
  if (answer.status < 300) addDifferences(report, title, compareReads(before, (await read(ctx, resource, instance)) ?? {}, resource.fields))
  else report.add(title, [`${title}: ${JSON.stringify(body).slice(0, 300)} was refused: ${answer.text.slice(0, 200)}`])
  return answer.status < 300
}

/** Changes one property after another. @returns the values that were last sent */
async function checkUpdates({ ctx, report, resource, title, instance }: Subject, entry: OperationEntry, first: Body): Promise<Body> {
  let sent = first
  const { fields } = resource
  const isWhole = entry.operation.method === 'put' || entry.operation.effect?.kind === 'replaces'
  const required = ctx.toolsOf(entry).open(entry.operation.body?.content[0]?.schema ?? {}).required ?? []
  const loadNow = async () => (await read(ctx, resource, instance)) ?? {}
  const createBody = async () => createUpdateBody(entry, await loadNow(), sent, fields, ctx) ?? {}
  for (const [name, value] of listChanges(entry, await createBody(), ctx)) {
    const field = fields[name]
    if (!field || field.origin === 'platform') continue
    const [before, kept] = [await loadNow(), await createBody()]
    const others = Object.entries(kept).filter(([other]) => isWhole || required.includes(other))
    const answer = await change(ctx, resource, entry, instance, { ...Object.fromEntries(others), [name]: value })
    if (answer.status >= 300) continue
    sent = { ...sent, [name]: value }
    const after = await loadNow()
    // Properties that the platform decides may follow the change.
    const strip = (body: Body) => leaveOut(body, fields, isRewritten)
    const changed = compareReads(strip(before), strip(after), fields).filter(
      (each) => each.field !== name && fields[each.field]?.origin !== 'platform' && fields[each.field]?.echo.length === 0,
    )
    // Inside of an object, properties that are not sent may keep their values.
    const own = compareSent({ [name]: value }, after, { [name]: field }).filter((each) => !isSame(getAt(before, each.field), each.read))
    addDifferences(report, `${title}, ${name} changed by ${entry.operation.id}`, [...own, ...changed])
  }
  return sent
}

/** @param field `health_check.path`, `rules[0].ports` */
function getAt(value: unknown, field: string): unknown {
  return field.split(/[.[\]]+/).reduce<unknown>((inner, name) => (name === '' ? inner : Object(inner)[name]), value)
}
