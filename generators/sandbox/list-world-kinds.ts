/**
 * Which kinds of object a world file can hold, and what each is called there: what one request of the control API makes and what is then there.
 * What only happens, such as a run or a deployment, is told by time.
 */
import { compareText } from '../kit/generated-file.ts'
import type { Api, ApiModel, Family, Operation } from '../model/api-model.ts'
import { createSchemas, type Schemas } from '../model/schemas.ts'
import { listLine } from './describe-operation.ts'

export interface WorldKind {
  readonly name: string
  readonly api: Api
  readonly operation: Operation
  readonly resource: string
  /** Of the body, whichever of its forms it is in. */
  readonly fields: readonly string[]
  /** Whether the server makes the id, so that a file may choose it. */
  readonly makesId: boolean
  /** What lives under one of these. */
  readonly children: readonly WorldKind[]
}

const events = new Set(['AppDeployment', 'EvaluationRun', 'IndexingJob', 'ModelEvaluationRun', 'SecurityScan', 'SimulationRun'])
/** What needs more than its request: an upload, or a setting that no request makes. */
const needMore = new Set(['EvaluationDataset', 'EvaluationTestCase', 'DatabaseSchema'])

export function listWorldKinds(model: ApiModel): WorldKind[] {
  const found = model.apis
    .filter(({ name }) => name === 'control')
    .flatMap((api) => {
      const schemas = createSchemas(api)
      return api.families.flatMap((family) => family.operations.flatMap((operation) => listMaker(api, family, operation, schemas)))
    })
  const under = (parent: string): Maker[] => found.filter(({ line }) => line.at(-2) === parent)
  const describe = ({ line: _line, ...maker }: Maker): WorldKind => {
    const children = under(maker.resource)
      // What the body itself must hold is made with it.
      .filter(({ operation }) => !maker.required.includes(nameWithin(operation, maker.operation)))
      .map((child) => ({ ...describe(child), name: nameWithin(child.operation, maker.operation) }))
    return { ...maker, children: children.toSorted(byName) }
  }
  return found
    .filter(({ line }) => line.length === 1)
    .map(describe)
    .toSorted(byName)
}

interface Maker extends Omit<WorldKind, 'children'> {
  readonly line: readonly string[]
  /** Of those fields, what every form of the body must have. */
  readonly required: readonly string[]
}

function listMaker(api: Api, family: Family, operation: Operation, schemas: Schemas): Maker[] {
  const { effect, body } = operation
  if (effect?.kind !== 'creates' || !operation.id.endsWith('_create') || operation.sameAs !== undefined || !body) return []
  const resource = effect.schema
  // An older spelling is in a family of its own.
  if (events.has(resource) || needMore.has(resource) || !family.schemas.some(({ name }) => name === resource)) return []
  const line = listLine(resource, schemas)
  if ([...operation.path.matchAll(/\{/g)].length !== line.length - 1) return []
  const schema = body.content[0]?.schema ?? {}
  const properties = propertiesOf(schema, schemas)
  const fields = Object.keys(properties)
  const id = schemas.byName(resource)?.['x-resource']?.id
  const isGiven =
    id === undefined ||
    (id.field in properties && !takesObject(properties[id.field], schemas)) ||
    (id.kind === 'name' && 'name' in properties)
  return [
    { name: toName(groupOf(operation)), api, operation, resource, line, fields, required: requiredOf(schema, schemas), makesId: !isGiven },
  ]
}

const takesObject = (schema: Schema = {}, schemas: Schemas) => schemas.open(schema).properties !== undefined

/** What every form of it must have. */
export function requiredOf(schema: Schema, schemas: Schemas): readonly string[] {
  const { oneOf = [] } = schemas.open(schema)
  const [first = [], ...others] = oneOf.map((branch) => requiredOf(branch, schemas))
  return [...schemas.requiredOf(schema), ...first.filter((name) => others.every((names) => names.includes(name)))]
}

/** Of an object, whichever of its forms it has; one entry is one object, so that `names` is left to `name`. */
export function propertiesOf(schema: Schema, schemas: Schemas): Readonly<Record<string, Schema>> {
  const opened = schemas.open(schema)
  const found = new Map<string, Schema[]>()
  for (const form of [schemas.propertiesOf(opened), ...(opened.oneOf ?? []).map((branch) => propertiesOf(branch, schemas))])
    for (const [name, property] of Object.entries(form)) found.set(name, [...(found.get(name) ?? []), property])
  const all = Object.fromEntries([...found].map(([name, forms]) => [name, joinForms(forms)]))
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'names' || !('name' in all)))
}

function joinForms(forms: readonly Schema[]): Schema {
  const different = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()]
  return different.length === 1 && different[0] ? different[0] : { oneOf: different }
}

type Schema = Parameters<Schemas['open']>[0]

const groupOf = ({ id }: Operation) => id.slice(0, -'_create'.length)

const nameWithin = (child: Operation, parent: Operation) =>
  toName(
    groupOf(child)
      .replace(`${groupOf(parent)}_`, '')
      .replace(/^.*_/, ''),
  )

/** `droplets_autoscalePools` → `droplets_autoscale_pools`. */
function toName(group: string): string {
  return group.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const byName = (one: { readonly name: string }, other: { readonly name: string }) => compareText(one.name, other.name)
