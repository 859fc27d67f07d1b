/** What an operation's own example leaves unsaid: what must have happened before it, who asks, and of which thing it speaks. */
import { shopUpload } from '@spindrift/testing/shop-certificate'

export type Preconditions = Readonly<Record<string, Precondition>>

export interface Precondition extends Given {
  /** What happens before it, in the same copy of the world: `operation` or `operation:example`, what happens past the API, or so many seconds that pass. */
  readonly before?: readonly (string | number)[]
  /** When it fails, it is tried in the world as it was before this operation was called first; its own name need not be given. */
  readonly worldBefore?: string
}

const mysql = { database_cluster_uuid: '2f8a3c11-6f0e-4f6b-8f53-2d3a6c0d7b02' }
const valkey = { database_cluster_uuid: '6a1d4c9e-3b7f-4c58-9a1b-7c0f5d2e8b03' }
const kafka = { database_cluster_uuid: '7b2e5daf-4c80-4d69-8b2c-8d106e3f9c04' }
const opensearch = { database_cluster_uuid: '8c3f6eb0-5d91-4e7a-9c3d-9e217f40ad05' }
const mongo = { database_cluster_uuid: '9d407fc1-6ea2-4f8b-ad4e-af328051be06' }
const redis = { database_cluster_uuid: '0e518ad2-7fb3-4a9c-be5f-b0439162cf07' }

const day = 86_400
/** The app with alerts and jobs. */
const bookFair = { path: { app_id: 'd3b07a61-58e4-4c1f-a9d2-6f80c4e21b96' } }
const newsletter = {
  path: { ...bookFair.path, job_invocation_id: 'a96d0f35-7b1e-4c82-9e40-d25f8c7a1b64' },
  before: ['monday-morning', 'apps_jobInvocations_list'],
}
/** Of an exchange of tokens, which says all in its body. */
export const noQuery = {
  grant_type: undefined,
  code: undefined,
  redirect_uri: undefined,
  code_verifier: undefined,
  refresh_token: undefined,
  client_id: undefined,
  client_secret: undefined,
}
const client = {
  client_id: 'c5a3f1d200000000000000000000000000000000000000000000000000000001',
  client_secret: '0f3a9b6c00000000000000000000000000000000000000000000000000000003',
}
const lastMonth = { before: [40 * day, 'billing_invoices_list'] }
const migration = { before: ['databases_migration_start'] }
const grant = ['sign-in', 'oauth_tokens_exchange:code'] as const

/** By operation, or by `operation:example` for one of its bodies, which then stands for the operation's. */
export const preconditions: Readonly<Record<string, Precondition>> = {
  agents_functions_update: { before: ['agents_functions_attach'] },
  agents_functions_detach: { before: ['agents_functions_attach'] },
  agents_guardrails_detach: { before: ['agents_guardrails_attach'] },
  agents_knowledgeBases_attach: { before: ['agents_knowledgeBases_detach'] },
  apps_alerts_updateDestinations: { ...bookFair, before: ['apps_alerts_list'] },
  apps_deployments_cancel: {
    path: { deployment_id: '0b5e9c74-2d16-4f83-8a07-91c3de64f204' },
    before: ['apps_deployments_create:usual'],
  },
  apps_events_cancel: { before: ['apps_deployments_create:usual', 'apps_events_list'] },
  apps_jobInvocations_cancel: newsletter,
  apps_rollbacks_commit: { before: ['apps_rollbacks_create:pinned', 600] },
  apps_deployments_getExec: {
    path: { deployment_id: '0b5e9c74-2d16-4f83-8a07-91c3de64f205' },
    before: ['apps_deployments_list', 'apps_instances_list'],
  },
  'apps_propose:new_app': { worldBefore: 'apps_create' },
  apps_components_getExec: { before: ['apps_instances_list'] },
  apps_jobInvocations_get: newsletter,
  apps_jobInvocations_getLogs: newsletter,
  apps_alerts_list: bookFair,
  apps_jobInvocations_list: { ...bookFair, query: { deployment_id: undefined } },
  'certificates_create:custom': { body: { ...shopUpload, certificate_chain: '' } },
  agentWorkspaces_delete: { before: ['agentWorkspaces_create:empty'] },
  batches_files_upload: {
    path: { file_id: '5b2f86c4-91d0-4f1c-8f0e-6a3c9d17e220' },
    query: { signature: '69dcccc4b7966681bd2f1e924d2508fd' },
  },
  batches_cancel: { before: ['batches_create'], worldBefore: 'batches_create' },
  billing_invoices_get: lastMonth,
  billing_invoices_getCsv: lastMonth,
  billing_invoices_getPdf: lastMonth,
  billing_invoices_getSummary: lastMonth,
  'databases_create:from_backup': { before: [2 * day, 'databases_backups_list'] },
  // One that is there by itself: clients make the others, past the platform.
  databases_indexes_delete: { path: { index_name: '.kibana_1' } },
  databases_dbs_delete: { before: ['databases_pools_delete'] },
  databases_migration_get: migration,
  databases_migration_stop: migration,
  'databases_users_update:kafka': { path: { ...kafka, username: 'invoice-mailer' } },
  'databases_users_update:opensearch': { path: { ...opensearch, username: 'search-page' }, before: ['databases_users_create:opensearch'] },
  'databases_users_resetAuth:mysql': { path: { ...mysql, username: 'catalog-import' }, before: ['databases_users_create:mysql'] },
  'databases_logsinks_update:rsyslog': {
    path: { logsink_id: 'e4c90a17-3b5d-4f2e-8a61-0d9f7c2b6e35' },
    before: ['databases_logsinks_create:rsyslog'],
  },
  'databases_logsinks_update:datadog': {
    path: { logsink_id: 'f70b2d58-9c14-4e6a-b3d7-5a81e0c6f942' },
    before: ['databases_logsinks_create:datadog'],
  },
  'evaluations_datasets_create:agents': { before: ['upload'] },
  'evaluations_datasets_create:models': { before: ['upload'] },
  'images_actions_create:convert': { path: { image_id: 189300400 } },
  kubernetes_registries_add: { before: ['registries_create:another'] },
  kubernetes_registries_remove: { before: ['registries_create:another'] },
  registries_garbageCollections_getActive: { before: ['registries_garbageCollections_run'] },
  registries_legacy_garbageCollections_getActive: { before: ['registries_legacy_garbageCollections_run'] },
  secrets_restore: { before: ['secrets_delete'] },
  tools_callDbClusterCreate: { worldBefore: 'databases_create' },
  tools_callDbClusterCreateTopic: { worldBefore: 'databases_topics_create' },
  tools_callDbClusterCreateUser: { worldBefore: 'databases_users_create' },
  tools_callDbClusterDeleteUser: { before: ['databases_pools_delete'] },
  tools_callDbClusterGetMigration: migration,
  tools_callDbClusterStopOnlineMigration: migration,
  'databases_config_update:mysql': { path: mysql },
  'databases_config_update:redis': { path: redis },
  'databases_config_update:valkey': { path: valkey },
  'databases_config_update:kafka': { path: kafka },
  'databases_config_update:opensearch': { path: opensearch },
  'databases_config_update:mongo': { path: mongo },
  'databases_users_create:mysql': { path: mysql },
  'databases_users_create:kafka': { path: kafka },
  'databases_users_create:opensearch': { path: opensearch },
  'databases_users_create:mongodb': { path: mongo },
  'domains_records_replace:shorten': { path: { domain_record_id: 28448430 } },
  'domains_records_replace:prefer': { path: { domain_record_id: 28448431 } },
  'domains_records_replace:soa': { path: { domain_record_id: 28448432 } },
  'domains_records_update:shorten': { path: { domain_record_id: 28448430 } },
  'domains_records_update:prefer': { path: { domain_record_id: 28448431 } },
  'domains_records_update:soa': { path: { domain_record_id: 28448432 } },
  'droplets_actions_create:restore': { before: [8 * day, 'droplets_backups_list'] },
  'droplets_actions_create:resize': { before: ['droplets_actions_create:power_off', 600] },
  droplets_actions_get: { before: ['droplets_actions_create:power_off'] },
  droplets_associatedResources_deleteSelected: { before: ['droplets_actions_create:snapshot', 600, 'droplets_snapshots_list'] },
  droplets_associatedResources_retryDelete: {
    before: ['volumes_actions_create:attach', 60, 'droplets_associatedResources_deleteAll', 14, 'volumes_actions_create:resize', 6],
  },
  droplets_associatedResources_getStatus: { before: ['droplets_associatedResources_deleteAll'] },
  floatingIps_actions_get: { before: ['floatingIps_actions_create'] },
  evaluations_datasets_delete: { worldBefore: 'evaluations_testCases_create' },
  images_actions_get: { before: ['images_actions_create'] },
  images_acceptTransfer: { before: ['images_transfer:by_uuid'], by: 'guest' },
  images_declineTransfer: { before: ['images_transfer:by_uuid'], by: 'guest' },
  images_cancelTransfer: { before: ['images_transfer:by_uuid'] },
  indexingJobs_cancel: { before: ['indexingJobs_create'] },
  kubernetes_clusters_getLintResults: { before: ['kubernetes_clusters_runLint', 600] },
  loadBalancers_purgeCache: { before: ['loadBalancers_create:global', 600] },
  loadBalancers_forwardingRules_remove: { before: ['loadBalancers_forwardingRules_add', 600] },
  modelEvaluations_runs_cancel: { before: ['modelEvaluations_runs_create:preset'] },
  'nfs_actions_create:attach': { before: ['nfs_actions_create:detach', 600] },
  nfs_snapshots_get: { before: ['nfs_actions_create:snapshot', 600, 'nfs_snapshots_list'] },
  nfs_snapshots_delete: { before: ['nfs_actions_create:snapshot', 600, 'nfs_snapshots_list'] },
  oauth_authorize: { before: ['sign-in'] },
  'oauth_tokens_exchange:code': { before: ['sign-in'], query: noQuery },
  'oauth_tokens_exchange:code_with_verifier': { before: ['sign-in-with-challenge'], query: noQuery, body: client },
  'oauth_tokens_exchange:refresh': { before: grant, query: noQuery },
  oauth_tokens_refresh: { before: grant, query: noQuery },
  oauth_tokens_revoke: { before: grant },
  partnerNetworkConnect_attachments_getBgpAuthKey: { before: ['partnerNetworkConnect_attachments_create:with_bgp', 600] },
  registries_legacy_create: { before: ['registries_delete'] },
  registries_legacy_validateName: { before: ['registries_delete'] },
  registries_garbageCollections_update: { before: ['registries_garbageCollections_run'] },
  registries_legacy_garbageCollections_update: { before: ['registries_legacy_garbageCollections_run'] },
  reservedIps_actions_get: { before: ['reservedIps_actions_create'] },
  'scenarioSets_create:file': { before: ['upload'] },
  simulationRuns_cancel: { before: ['simulationRuns_create:plain'] },
  'reservedIpv6_actions_create:unassign': { before: ['reservedIpv6_actions_create:assign', 60] },
  'tools_callDbClusterUpdateUser:opensearch': { before: ['databases_users_create:opensearch'] },
  'floatingIps_create:for_droplet': { worldBefore: 'reservedIps_create' },
  vectorDatabases_backups_getRestore: { before: [2 * day, 'vectorDatabases_backups_list', 'vectorDatabases_backups_restore'] },
  vectorDatabases_backups_restore: { before: [2 * day, 'vectorDatabases_backups_list'] },
  'volumes_actions_create:detach': { before: ['volumes_actions_create:attach', 60] },
  'volumes_actions_createByName:detach': { before: ['volumes_actions_create:attach', 60] },
  volumes_actions_get: { before: ['volumes_actions_create:attach'] },
  vpcs_peerings_create: { before: ['vpcPeerings_delete', 600] },
}

export interface Given {
  /** Another account than the one that has everything. */
  readonly by?: 'guest'
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  /** These properties, in a body that is an object; a body of its own, when the step has no example. */
  readonly body?: Readonly<Record<string, unknown>>
}
