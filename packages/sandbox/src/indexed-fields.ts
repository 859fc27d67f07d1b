/**
 * Indexed fields of all kinds: references and tags, derived from the tables and from field names, and additional fields that are hidden or have other names.
 */
import { tokenFields } from './auth/tokens.ts'
import type { AnyKind, FieldCondition } from './engine/kinds.ts'
import { resourceRows } from './generated/resources.ts'
import { grantFields } from './oauth/grants.ts'
import type { IndexedField } from './store/indexed-fields.ts'
import { journalFields } from './usage/journal.ts'

/** A condition without its value. */
type FieldOf<Condition> = Condition extends { readonly field: infer Field }
  ? { readonly field: Field } & (Condition extends { readonly hidden: true } ? { readonly hidden: true } : { readonly hidden?: never })
  : never

const additionalFields: { readonly [K in AnyKind]?: readonly FieldOf<FieldCondition<K>>[] } = {
  Agent: [
    { field: 'children[]', hidden: true },
    { field: 'knowledgeBases[]', hidden: true },
    { field: 'workspace', hidden: true },
    { field: 'providerKey', hidden: true },
    { field: 'references.router', hidden: true },
    { field: 'deployment.name' },
    { field: 'deployment.status' },
  ],
  App: [{ field: 'spec.name' }, { field: 'spec.domains[].domain' }, { field: 'vpc.id' }],
  AppJobInvocation: [{ field: 'job_name' }],
  DatabaseCluster: [{ field: 'name' }],
  DatabaseReplica: [{ field: 'id' }],
  DedicatedInference: [{ field: 'spec.model_deployments[].model_id' }, { field: 'spec.name' }, { field: 'pending_deployment_spec.name' }],
  DomainRecord: [{ field: 'name' }],
  Droplet: [{ field: 'machine', hidden: true }],
  EvaluationTestCase: [{ field: 'workspace_uuid', hidden: true }],
  Image: [{ field: 'slug' }],
  LoadBalancer: [{ field: 'tag' }],
  MicroDroplet: [{ field: 'image', hidden: true }],
  // Lists read only the presets on the page.
  ModelEvaluationPreset: [{ field: 'name' }],
  // Resources without a placement are in the default project.
  Project: [{ field: 'is_default' }],
  ReservedIp: [
    { field: 'dropletId', hidden: true },
    { field: 'prefix', hidden: true },
  ],
  ReservedIpv6: [{ field: 'dropletId', hidden: true }],
  Secret: [{ field: 'secret' }, { field: 'region' }],
  SimulationRun: [{ field: 'agent_config.agent_uuid' }],
  Vpc: [{ field: 'default' }],
  placement: [{ field: 'project' }],
}

/** Matches references to other objects, except owners, users, teams, projects and subnets, which no query uses. */
const refersToOthers = /^(?!project|subnet|.*user_|owner|team).*_(?:id|uuid)s?$/

const derivedFields = Object.entries(resourceRows).flatMap(([kind, { id, fields, references = [] }]) => {
  const names = Object.entries(fields)
    .filter(([field, types]) => field !== id?.field && (field === 'tags' ? types.includes('a') : refersToOthers.test(field)))
    .map(([field, types]) => (types.includes('a') ? `${field}[]` : field))
  const all = new Set([...names, ...references.map(({ field }) => field)])
  return [...all].map((field): IndexedField => ({ kind, field }))
})

// A plain type, because inferring the type of a row from the type above takes the compiler half a minute.
const otherFields = Object.entries<readonly Omit<IndexedField, 'kind'>[]>(additionalFields).flatMap(([kind, fields]) =>
  fields.map((each): IndexedField => ({ kind, ...each })),
)

export const indexedFields: readonly IndexedField[] = [...derivedFields, ...otherFields, ...journalFields, ...grantFields, ...tokenFields]
