/** What an operation's own example leaves unsaid: what must have happened before it, who asks, and of which thing it speaks. */
import type { Given } from './steps.ts'

export interface Circumstance extends Given {
  /** What happens before it, in the same copy of the world: `operation` or `operation:example`, so many seconds that pass, or a sign-in. */
  readonly before?: readonly (string | number)[]
  /** Another account than the one that has everything. */
  readonly by?: 'guest'
}

const mysql = { database_cluster_uuid: '2f8a3c11-6f0e-4f6b-8f53-2d3a6c0d7b02' }
const valkey = { database_cluster_uuid: '6a1d4c9e-3b7f-4c58-9a1b-7c0f5d2e8b03' }
const kafka = { database_cluster_uuid: '7b2e5daf-4c80-4d69-8b2c-8d106e3f9c04' }
const opensearch = { database_cluster_uuid: '8c3f6eb0-5d91-4e7a-9c3d-9e217f40ad05' }
const mongo = { database_cluster_uuid: '9d407fc1-6ea2-4f8b-ad4e-af328051be06' }
const redis = { database_cluster_uuid: '0e518ad2-7fb3-4a9c-be5f-b0439162cf07' }

const day = 86_400
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
const grant = ['sign-in', 'oauth_exchange_token:code'] as const

/** By operation, or by `operation:example` for one of its bodies, which then stands for the operation's. */
export const circumstances: Readonly<Record<string, Circumstance>> = {
  agents_update_function: { before: ['agents_attach_function'] },
  agents_detach_function: { before: ['agents_attach_function'] },
  agents_detach_guardrail: { before: ['agents_attach_guardrails'] },
  agents_attach_knowledge_base: { before: ['agents_detach_knowledge_base'] },
  agents_update_child: { before: ['agents_attach_child'] },
  'certificates_create:custom': {},
  'databases_create:from_backup': { before: [2 * day] },
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
  'dropletActions_create:restore': { before: ['dropletActions_create:snapshot', 600, 'droplets_list_snapshots'] },
  'dropletActions_create:resize': { before: ['dropletActions_create:power_off', 600] },
  dropletActions_get: { before: ['dropletActions_create:power_off'] },
  droplets_delete_with_associated_resources_selective: { before: ['dropletActions_create:snapshot', 600, 'droplets_list_snapshots'] },
  droplets_get_destroy_status: { before: ['droplets_delete_with_associated_resources_dangerous'] },
  floatingIpActions_get: { before: ['floatingIpActions_create'] },
  imageActions_get: { before: ['imageActions_create'] },
  images_accept_transfer: { before: ['images_transfer:by_uuid'], by: 'guest' },
  images_decline_transfer: { before: ['images_transfer:by_uuid'], by: 'guest' },
  images_cancel_transfer: { before: ['images_transfer:by_uuid'] },
  indexingJobs_cancel: { before: ['indexingJobs_create'] },
  kubernetes_get_clusterlint_results: { before: ['kubernetes_run_clusterlint', 600] },
  loadBalancers_purge_cache: { before: ['loadBalancers_create:global', 600] },
  loadBalancers_remove_forwarding_rules: { before: ['loadBalancers_add_forwarding_rules', 600] },
  'nfsActions_create:detach': { before: ['nfsActions_create:attach', 600] },
  nfs_get_snapshot: { before: ['nfsActions_create:snapshot', 600, 'nfs_list_snapshots'] },
  nfs_delete_snapshot: { before: ['nfsActions_create:snapshot', 600, 'nfs_list_snapshots'] },
  oauth_authorize: { before: ['sign-in'] },
  'oauth_exchange_token:code': { before: ['sign-in'], query: noQuery },
  'oauth_exchange_token:code_with_verifier': { before: ['sign-in'], query: noQuery, body: client },
  'oauth_exchange_token:refresh': { before: grant, query: noQuery },
  oauth_refresh_token: { before: grant, query: noQuery },
  oauth_revoke_token: { before: grant },
  partnerNetworkConnect_get_bgp_auth_key: { before: ['partnerNetworkConnect_create_attachment:with_bgp', 600] },
  registry_create: { before: ['registries_delete'] },
  registry_validate_name: { before: ['registries_delete'] },
  registries_update_garbage_collection: { before: ['registries_run_garbage_collection'] },
  registry_update_garbage_collection: { before: ['registry_run_garbage_collection'] },
  reservedIpActions_get: { before: ['reservedIpActions_create'] },
  'reservedIpv6Actions_create:unassign': { before: ['reservedIpv6Actions_create:assign', 60] },
  tools_call_db_cluster_update_user: { before: ['databases_create_user:kafka', 'databases_create_user:opensearch'] },
  'vectorDatabases_get_restore': { before: [2 * day, 'vectorDatabases_list_backups', 'vectorDatabases_restore_backup'] },
  vectorDatabases_restore_backup: { before: [2 * day, 'vectorDatabases_list_backups'] },
  'volumeActions_create:detach': { before: ['volumeActions_create:attach', 60] },
  'volumeActions_create_by_name:detach': { before: ['volumeActions_create:attach', 60] },
  volumeActions_get: { before: ['volumeActions_create:attach'] },
  // The one without members.
  vpcs_delete: { path: { vpc_id: '91b0d4f6-2c8e-4a35-b7d1-5e03c9a84f72' } },
  vpcs_create_peering: { before: ['vpcPeerings_delete', 600] },
}
