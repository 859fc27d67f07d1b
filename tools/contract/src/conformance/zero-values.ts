/**
 * Checks that optional properties may be sent with their zero values, as typed clients do: `""`, 0, false, an empty list or object, and null.
 * Each is sent alone, and all of one body together.
 */
import type { SchemaObject } from '../../../../generators/model/json-schema.ts'
import { formatFinding, type VerificationResult } from '../assurance/print-result.ts'
import type { PathValues } from '../assurance/fuzz/find-paths.ts'
import { createFuzzFixture, type FuzzFixture, type SchemaTools, snapshotNames } from '../assurance/fuzz/fuzz-fixture.ts'
import { listTypes } from '../assurance/fuzz/resolve-schema.ts'
import { sentContent } from '../build-request.ts'
import { isObject } from '../is-object.ts'
import { loadSpecification, type OperationEntry, sample } from '../load-specification.ts'
import { type Body, branchOf, listExampleBodies } from './bodies.ts'
import { send } from './instances.ts'
import { type ConformanceOptions, Report } from './report.ts'
import { findZeroRefusal, listUnusedRefusals } from './zero-refusals.ts'

/** A body that the operation accepts, with the state and the path in which it does. */
interface Base {
  readonly moment: string
  readonly path: PathValues
  readonly body: Body
  /** False if no state of the fixtures allows the operation: then only errors of the server are findings. */
  readonly isAccepted: boolean
}

/** An optional property of a body: its path with `*` for items of lists, and its steps in this body. */
interface Place {
  readonly name: string
  readonly steps: readonly string[]
  readonly zeros: readonly unknown[]
}

/** Maximum number of paths that are tried for each operation. */
const maxPaths = 6

export async function runZeroValues(options: ConformanceOptions): Promise<VerificationResult> {
  const entries = loadSpecification().entries.filter(({ operation, family }) => {
    const content = operation.method === 'get' ? undefined : sentContent(operation)
    return content?.mediaType === 'application/json' && (options.names?.includes(family.name) ?? true)
  })
  if (entries.length === 0) throw new Error(`The specification has no family ${options.names?.join(', ')} with request bodies.`)
  const chosen = sample(entries, options.every ?? 1)
  await using fixture = await (options.openFixture ?? createFuzzFixture)(options)
  const report = new Report(options)
  const refusals = new Set<string>()
  let unreached = 0
  for (const entry of chosen) {
    const tested = new Set<string>()
    const bases = await listBases(fixture, entry)
    if (bases.every(({ isAccepted }) => !isAccepted)) {
      unreached += 1
      options.onResult?.(`unreached ${entry.operation.id}`)
    }
    for (const base of bases) {
      const places = listPlaces(entry, base.body, fixture).filter(({ name }) => !tested.has(name))
      for (const { name } of places) tested.add(name)
      const sendBody = async (name: string, values: unknown, body: Body): Promise<boolean> => {
        const title = `${entry.operation.id}: ${name}`
        const reason = findZeroRefusal(title)
        await fixture.sandbox.restore(base.moment)
        const { status, text } = await send(fixture, entry, base.path, body)
        if (status >= 400 && reason !== undefined) refusals.add(reason)
        const isExpected = status < 400 || (status < 500 && (reason !== undefined || !base.isAccepted))
        report.add(title, isExpected ? [] : [formatFinding(title, values, 'a success', `${status} ${text}`)])
        return status < 400
      }
      const accepted: Place[] = []
      for (const place of places) {
        const zeros: unknown[] = []
        for (const zero of place.zeros) if (await sendBody(place.name, zero, setAt(base.body, place.steps, zero) as Body)) zeros.push(zero)
        if (place.steps.length === 1 && zeros.length > 0) accepted.push({ ...place, zeros })
      }
      for (const [name, choose] of Object.entries(choices)) {
        const values = Object.fromEntries(accepted.map((place) => [place.name, choose(place.zeros)]))
        if (accepted.length > 1) await sendBody(name, values, { ...base.body, ...values })
      }
    }
  }
  if (!options.names && chosen.length === entries.length)
    for (const unused of listUnusedRefusals(refusals)) report.add(unused, [`${unused}: nothing is refused for this reason`])
  return report.createResult('zero-values', {
    seed: options.seed,
    operations: chosen.length,
    unreached,
    reasons: refusals.size,
  })
}

/** The bodies that the operation accepts: the least one first. */
async function listBases(fixture: FuzzFixture, entry: OperationEntry): Promise<Base[]> {
  const bases: Base[] = []
  const bodies = listExampleBodies(entry, fixture)
  for (const body of bodies) {
    const found = await findBase(fixture, entry, body)
    if (found) bases.push(found)
  }
  if (bases.length > 0) return bases
  const [path = {}] = fixture.listPathValues(entry)
  return bodies.map((body) => ({ moment: snapshotNames[0], path, body, isAccepted: false }))
}

async function findBase(fixture: FuzzFixture, entry: OperationEntry, body: Body): Promise<Base | undefined> {
  for (const snapshotName of snapshotNames) {
    for (const path of fixture.listPathValues(entry).slice(0, maxPaths)) {
      await fixture.sandbox.restore(snapshotName)
      if ((await send(fixture, entry, path, body)).status < 300) return { moment: snapshotName, path, body, isAccepted: true }
    }
  }
  return undefined
}

/** Lists the optional properties at every depth of the body. */
function listPlaces(entry: OperationEntry, body: Body, { getSchemaTools }: FuzzFixture): Place[] {
  const tools = getSchemaTools(entry)
  const visit = (closed: SchemaObject, value: unknown, name: string, steps: readonly string[]): Place[] => {
    const schema = branchOf(closed, value, tools)
    if (Array.isArray(value)) return value.length === 0 ? [] : visit(schema.items ?? {}, value[0], `${name}.*`, [...steps, '0'])
    if (!isObject(value)) return []
    return Object.entries(schema.properties ?? {}).flatMap(([property, inner]) => {
      const place = name === '' ? property : `${name}.${property}`
      const own = schema.required?.includes(property) ? [] : [{ name: place, steps: [...steps, property], zeros: listZeros(inner, tools) }]
      return [...own, ...visit(inner, value[property], place, [...steps, property])]
    })
  }
  return visit(sentContent(entry.operation)?.schema ?? {}, body, '', [])
}

/** The zero values of the types of a schema, and null. */
function listZeros(closed: SchemaObject, { resolve }: SchemaTools): unknown[] {
  const schema = resolve(closed)
  const types = new Set([schema, ...(schema.oneOf ?? []).map(resolve)].flatMap(listTypes))
  const zeros: Readonly<Record<string, unknown>> = { string: '', integer: 0, number: 0, boolean: false, array: [], object: {} }
  return [...new Set([...types].flatMap((type) => (Object.hasOwn(zeros, type) ? [zeros[type]] : []))), null]
}

/** Values of all properties together; those that are refused alone are left out. */
const choices = {
  'all at zero': (zeros: readonly unknown[]) => zeros[0],
  'all at null': (zeros: readonly unknown[]) => zeros.at(-1),
}

function setAt(value: unknown, [step, ...rest]: readonly string[], zero: unknown): unknown {
  if (step === undefined) return zero
  if (Array.isArray(value)) return value.map((item: unknown, index) => (String(index) === step ? setAt(item, rest, zero) : item))
  return isObject(value) ? { ...value, [step]: setAt(value[step], rest, zero) } : { [step]: setAt(undefined, rest, zero) }
}
