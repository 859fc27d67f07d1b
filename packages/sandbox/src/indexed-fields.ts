/**
 * By which fields objects are found without reading all of their kind: what refers to others or is a tag, as the names of fields that
 * replies show say it, and what is named here because no reply shows it or its name does not say it.
 */
import { tokenFields } from './auth/tokens.ts'
import type { AnyKind, Where } from './engine/kinds.ts'
import { resourceRows } from './generated/resources.ts'
import { grantFields } from './oauth/grants.ts'
import type { IndexedField } from './store/indexed-fields.ts'
import { journalFields } from './usage/journal.ts'

/** A field that may be asked for, without what it must be. */
type FieldOf<Asked> = Asked extends { readonly field: infer Field }
  ? { readonly field: Field } & (Asked extends { readonly hidden: true } ? { readonly hidden: true } : { readonly hidden?: never })
  : never

const additionalFields: { readonly [K in AnyKind]?: readonly FieldOf<Where<K>>[] } = {
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
  // Whoever has thousands reads none but those that are shown.
  ModelEvaluationPreset: [{ field: 'name' }],
  MonitoringSink: [{ field: 'destination.id' }],
  // Whatever was put nowhere is shown as in the default one.
  Project: [{ field: 'is_default' }],
  ReservedIp: [
    { field: 'dropletId', hidden: true },
    { field: 'prefix', hidden: true },
  ],
  ReservedIpv6: [{ field: 'dropletId', hidden: true }],
  Secret: [{ field: 'secret' }],
  SimulationRun: [{ field: 'agent_config.agent_uuid' }],
  Vpc: [{ field: 'default' }],
  placement: [{ field: 'project' }],
}

/** Not whose it is or where it is filed: nothing is found by that. */
const refersToOthers = /^(?!project|subnet|.*user_|owner|team).*_(?:id|uuid)s?$/

const derivedFields = Object.entries(resourceRows).flatMap(([kind, { id, fields }]) =>
  Object.entries(fields)
    .filter(([field, types]) => field !== id?.field && (field === 'tags' ? types.includes('a') : refersToOthers.test(field)))
    .map(([field, types]): IndexedField => ({ kind, field: types.includes('a') ? `${field}[]` : field })),
)

// By a plain type: from the one above, the compiler would take half a minute to find the type of a row.
const additional = Object.entries<readonly Omit<IndexedField, 'kind'>[]>(additionalFields).flatMap(([kind, fields]) =>
  fields.map((each): IndexedField => ({ kind, ...each })),
)

export const indexedFields: readonly IndexedField[] = [...derivedFields, ...additional, ...journalFields, ...grantFields, ...tokenFields]
