/**
 * Lists the resources that a world file can contain: those that one request of the control API creates.
 * Events, such as runs and deployments, are excluded.
 */
import { compareText } from '../kit/generated-file.ts'
import type { Api, ApiModel, Family, Operation } from '../model/api-model.ts'
import { createSchemas, type Schemas } from '../model/schemas.ts'
import { listAncestry } from './describe-operation.ts'

export interface WorldKind {
  readonly name: string
  readonly api: Api
  readonly operation: Operation
  readonly resource: string
  /** Fields of every variant of the request body. */
  readonly fields: readonly string[]
  /** True if the server generates the id, so that a file may set it. */
  readonly hasGeneratedId: boolean
  /** Child resources. */
  readonly children: readonly WorldKind[]
}

const events = new Set(['AppDeployment', 'EvaluationRun', 'IndexingJob', 'ModelEvaluationRun', 'SecurityScan', 'SimulationRun'])
/** Resources that one request cannot create: they need an upload or another setting. */
const unsupportedKinds = new Set(['EvaluationDataset', 'EvaluationTestCase', 'DatabaseSchema'])

export function listWorldKinds(model: ApiModel): WorldKind[] {
  const found = model.apis
    .filter(({ name }) => name === 'control')
    .flatMap((api) => {
      const schemas = createSchemas(api)
      return api.families.flatMap((family) => family.operations.flatMap((operation) => listCandidates(api, family, operation, schemas)))
    })
  const under = (parent: string): Candidate[] => found.filter(({ line }) => line.at(-2) === parent)
  const describe = ({ line: _line, ...maker }: Candidate): WorldKind => {
    const children = under(maker.resource)
      // Children that the request body requires are created with the parent.
      .filter(({ operation }) => !maker.required.includes(nameWithin(operation, maker.operation)))
      .map((child) => ({ ...describe(child), name: nameWithin(child.operation, maker.operation) }))
    return { ...maker, children: children.toSorted(byName) }
  }
  return found
    .filter(({ line }) => line.length === 1)
    .map(describe)
    .toSorted(byName)
}

interface Candidate extends Omit<WorldKind, 'children'> {
  readonly line: readonly string[]
  /** Fields that every variant of the request body requires. */
  readonly required: readonly string[]
}

function listCandidates(api: Api, family: Family, operation: Operation, schemas: Schemas): Candidate[] {
  const { effect, body } = operation
  if (effect?.kind !== 'creates' || !operation.id.endsWith('_create') || operation.sameAs !== undefined || !body) return []
  const resource = effect.schema
  // Operations of an alias belong to another family.
  if (events.has(resource) || unsupportedKinds.has(resource) || !family.schemas.some(({ name }) => name === resource)) return []
  const line = listAncestry(resource, schemas)
  if ([...operation.path.matchAll(/\{/g)].length !== line.length - 1) return []
  const schema = body.content[0]?.schema ?? {}
  const properties = propertiesOf(schema, schemas)
  const fields = Object.keys(properties)
  const id = schemas.byName(resource)?.['x-resource']?.id
  const isGiven =
    id === undefined ||
    (id.field in properties && !isObjectSchema(properties[id.field], schemas)) ||
    (id.kind === 'name' && 'name' in properties)
  return [
    {
      name: toName(groupOf(operation)),
      api,
      operation,
      resource,
      line,
      fields,
      required: requiredOf(schema, schemas),
      hasGeneratedId: !isGiven,
    },
  ]
}

const isObjectSchema = (schema: Schema = {}, schemas: Schemas) => schemas.open(schema).properties !== undefined

/** Lists the properties that every variant requires. */
export function requiredOf(schema: Schema, schemas: Schemas): readonly string[] {
  const { oneOf = [] } = schemas.open(schema)
  const [first = [], ...others] = oneOf.map((branch) => requiredOf(branch, schemas))
  return [...schemas.requiredOf(schema), ...first.filter((name) => others.every((names) => names.includes(name)))]
}

/** Properties of every variant. Omits `names` if there is a `name`, as an entry describes one resource. */
export function propertiesOf(schema: Schema, schemas: Schemas): Readonly<Record<string, Schema>> {
  const resolvedSchema = schemas.open(schema)
  const found = new Map<string, Schema[]>()
  for (const form of [schemas.propertiesOf(resolvedSchema), ...(resolvedSchema.oneOf ?? []).map((branch) => propertiesOf(branch, schemas))])
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
