/** What an operation's own example leaves unsaid: what must have happened before it, who asks, and of which thing it speaks. */
import { certificate } from './certificate.ts'
import type { Given } from './steps.ts'

export interface Precondition extends Given {
  /** What happens before it, in the same copy of the world: `operation` or `operation:example`, what happens past the API, or so many seconds that pass. */
  readonly before?: readonly (string | number)[]
  /** Another account than the one that has everything. */
  readonly by?: 'guest'
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
  before: ['monday-morning', 'apps_list_job_invocations'],
}
const noQuery = {
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
const lastMonth = { before: [40 * day, 'billing_list_invoices'] }
const migration = { before: ['databases_start_migration'] }
const grant = ['sign-in', 'oauth_exchange_token:code'] as const

/** By operation, or by `operation:example` for one of its bodies, which then stands for the operation's. */
export const preconditions: Readonly<Record<string, Precondition>> = {
  agents_update_function: { before: ['agents_attach_function'] },
  agents_detach_function: { before: ['agents_attach_function'] },
  agents_detach_guardrail: { before: ['agents_attach_guardrails'] },
  agents_attach_knowledge_base: { before: ['agents_detach_knowledge_base'] },
  apps_assign_alert_destinations: { ...bookFair, before: ['apps_list_alerts'] },
  apps_cancel_deployment: {
    path: { deployment_id: '0b5e9c74-2d16-4f83-8a07-91c3de64f204' },
    before: ['apps_create_deployment:usual'],
  },
  apps_cancel_event: { before: ['apps_create_deployment:usual', 'apps_list_events'] },
  apps_cancel_job_invocation: newsletter,
  apps_commit_rollback: { before: ['apps_create_rollback:pinned', 600] },
  apps_get_exec: {
    path: { deployment_id: '0b5e9c74-2d16-4f83-8a07-91c3de64f205' },
    before: ['apps_list_deployments', 'apps_list_instances'],
  },
  'apps_validate_spec:new_app': { worldBefore: 'apps_create' },
  apps_get_exec_active_deployment: { before: ['apps_list_instances'] },
  apps_get_job_invocation: newsletter,
  apps_get_job_invocation_logs: newsletter,
  apps_list_alerts: bookFair,
  apps_list_job_invocations: { ...bookFair, query: { deployment_id: undefined } },
  'certificates_create:custom': { body: certificate },
  agentWorkspaces_delete: { before: ['agentWorkspaces_create:empty'] },
  batches_cancel: { before: ['batches_create'], worldBefore: 'batches_create' },
  billing_get_invoice: lastMonth,
  billing_get_invoice_csv: lastMonth,
  billing_get_invoice_pdf: lastMonth,
  billing_get_invoice_summary: lastMonth,
  'databases_create:from_backup': { before: [2 * day, 'databases_list_backups'] },
  // One that is there by itself: clients make the others, past the platform.
  databases_delete_index: { path: { index_name: '.kibana_1' } },
  databases_delete_db: { before: ['databases_delete_pool'] },
  databases_get_migration: migration,
  databases_stop_migration: migration,
  'databases_update_user:kafka': { path: { ...kafka, username: 'invoice-mailer' }, before: ['databases_create_user:kafka'] },
  'databases_update_user:opensearch': { path: { ...opensearch, username: 'search-page' }, before: ['databases_create_user:opensearch'] },
  'databases_reset_user_auth:mysql': { path: { ...mysql, username: 'catalog-import' }, before: ['databases_create_user:mysql'] },
  'databases_update_logsink:rsyslog': {
    path: { logsink_id: 'e4c90a17-3b5d-4f2e-8a61-0d9f7c2b6e35' },
    before: ['databases_create_logsink:rsyslog'],
  },
  'databases_update_logsink:datadog': {
    path: { logsink_id: 'f70b2d58-9c14-4e6a-b3d7-5a81e0c6f942' },
    before: ['databases_create_logsink:datadog'],
  },
  'evaluations_create_dataset:agents': { before: ['upload'] },
  'evaluations_create_dataset:models': { before: ['upload'] },
  'imageActions_create:convert': { path: { image_id: 189300400 }, before: [8 * day, 'droplets_list_backups'] },
  kubernetes_add_registries: { before: ['registries_create:another'] },
  kubernetes_remove_registries: { before: ['registries_create:another'] },
  registries_get_garbage_collection: { before: ['registries_run_garbage_collection'] },
  registry_get_garbage_collection: { before: ['registry_run_garbage_collection'] },
  // The rule that this world breaks; rules have the same ids everywhere.
  // The example's droplet has an address by then.
  'reservedIps_create:for_droplet': { body: { droplet_id: 412800103 } },
  secrets_restore: { before: ['secrets_delete'] },
  security_list_scan_finding_affected_resources: { path: { finding_uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f209' } },
  tools_call_db_cluster_create: { worldBefore: 'databases_create' },
  tools_call_db_cluster_create_topic: { worldBefore: 'databases_create_topic' },
  tools_call_db_cluster_create_user: { worldBefore: 'databases_create_user' },
  tools_call_db_cluster_delete_user: { before: ['databases_delete_pool'] },
  tools_call_db_cluster_get_migration: migration,
  tools_call_db_cluster_stop_online_migration: migration,
  'databases_update_config:mysql': { path: mysql },
  'databases_update_config:redis': { path: redis },
  'databases_update_config:valkey': { path: valkey },
  'databases_update_config:kafka': { path: kafka },
  'databases_update_config:opensearch': { path: opensearch },
  'databases_update_config:mongo': { path: mongo },
  'databases_create_user:mysql': { path: mysql },
  'databases_create_user:kafka': { path: kafka },
  'databases_create_user:opensearch': { path: opensearch },
  'databases_create_user:mongodb': { path: mongo },
  'domainRecords_update:shorten': { path: { domain_record_id: 28448430 } },
  'domainRecords_update:prefer': { path: { domain_record_id: 28448431 } },
  'domainRecords_update:soa': { path: { domain_record_id: 28448432 } },
  'domainRecords_patch:shorten': { path: { domain_record_id: 28448430 } },
  'domainRecords_patch:prefer': { path: { domain_record_id: 28448431 } },
  'domainRecords_patch:soa': { path: { domain_record_id: 28448432 } },
  'dropletActions_create:restore': { before: [8 * day, 'droplets_list_backups'] },
  'dropletActions_create:resize': { before: ['dropletActions_create:power_off', 600] },
  dropletActions_get: { before: ['dropletActions_create:power_off'] },
  droplets_delete_with_associated_resources_selective: { before: ['dropletActions_create:snapshot', 600, 'droplets_list_snapshots'] },
  droplets_retry_destroy: {
    before: [
      'volumeActions_create:attach',
      60,
      'droplets_delete_with_associated_resources_dangerous',
      14,
      'volumeActions_create:resize',
      6,
    ],
  },
  droplets_get_destroy_status: { before: ['droplets_delete_with_associated_resources_dangerous'] },
  floatingIpActions_get: { before: ['floatingIpActions_create'] },
  evaluations_delete_dataset: { worldBefore: 'evaluations_create_test_case' },
  imageActions_get: { before: ['imageActions_create'] },
  images_accept_transfer: { before: ['images_transfer:by_uuid'], by: 'guest' },
  images_decline_transfer: { before: ['images_transfer:by_uuid'], by: 'guest' },
  images_cancel_transfer: { before: ['images_transfer:by_uuid'] },
  indexingJobs_cancel: { before: ['indexingJobs_create'] },
  kubernetes_get_clusterlint_results: { before: ['kubernetes_run_clusterlint', 600] },
  loadBalancers_purge_cache: { before: ['loadBalancers_create:global', 600] },
  loadBalancers_remove_forwarding_rules: { before: ['loadBalancers_add_forwarding_rules', 600] },
  modelEvaluations_cancel_run: { before: ['modelEvaluations_create_run:preset'] },
  'nfsActions_create:attach': { before: ['nfsActions_create:detach', 600] },
  nfs_get_snapshot: { before: ['nfsActions_create:snapshot', 600, 'nfs_list_snapshots'] },
  nfs_delete_snapshot: { before: ['nfsActions_create:snapshot', 600, 'nfs_list_snapshots'] },
  oauth_authorize: { before: ['sign-in'] },
  'oauth_exchange_token:code': { before: ['sign-in'], query: noQuery },
  'oauth_exchange_token:code_with_verifier': { before: ['sign-in-with-challenge'], query: noQuery, body: client },
  'oauth_exchange_token:refresh': { before: grant, query: noQuery },
  oauth_refresh_token: { before: grant, query: noQuery },
  oauth_revoke_token: { before: grant },
  partnerNetworkConnect_get_bgp_auth_key: { before: ['partnerNetworkConnect_create_attachment:with_bgp', 600] },
  registry_create: { before: ['registries_delete'] },
  registry_validate_name: { before: ['registries_delete'] },
  registries_update_garbage_collection: { before: ['registries_run_garbage_collection'] },
  registry_update_garbage_collection: { before: ['registry_run_garbage_collection'] },
  reservedIpActions_get: { before: ['reservedIpActions_create'] },
  'scenarioSets_create:file': { before: ['upload'] },
  simulationRuns_cancel: { before: ['simulationRuns_create:plain'] },
  'reservedIpv6Actions_create:unassign': { before: ['reservedIpv6Actions_create:assign', 60] },
  tools_call_db_cluster_update_user: { before: ['databases_create_user:kafka', 'databases_create_user:opensearch'] },
  vectorDatabases_get_restore: { before: [2 * day, 'vectorDatabases_list_backups', 'vectorDatabases_restore_backup'] },
  vectorDatabases_restore_backup: { before: [2 * day, 'vectorDatabases_list_backups'] },
  'volumeActions_create:detach': { before: ['volumeActions_create:attach', 60] },
  'volumeActions_create_by_name:detach': { before: ['volumeActions_create:attach', 60] },
  volumeActions_get: { before: ['volumeActions_create:attach'] },
  // The one without members.
  vpcs_delete: { path: { vpc_id: '91b0d4f6-2c8e-4a35-b7d1-5e03c9a84f72' } },
  vpcs_create_peering: { before: ['vpcPeerings_delete', 600] },
}
