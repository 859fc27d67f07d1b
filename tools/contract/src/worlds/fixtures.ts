/** What the examples take for granted: the things of the story (docs/specification.md) that no example creates, or that must be there first. */
import type { Given } from './preconditions.ts'

export interface Fixture extends Given {
  /** `operation:example`, or the operation alone with a body. */
  readonly step: string
  /** The id that the new thing has in the examples. */
  readonly exampleId?: string
}

const database = (name: string, engine: string, version: string, exampleId: string, nodes = 1): Fixture => ({
  step: 'databases_create',
  body: { name, engine, version, region: 'nyc3', size: 'db-s-2vcpu-4gb', num_nodes: nodes },
  exampleId,
})

const vpc = (name: string, region: string, range: string, exampleId: string): Fixture => ({
  step: 'vpcs_create',
  body: { name, region, ip_range: range },
  exampleId,
})

/** Something that happens in the world: a call, what happens past the API by its name, or so many seconds that pass. */
export type Happening = Fixture | string | number

const eventsKafka = '7b2e5daf-4c80-4d69-8b2c-8d106e3f9c04'

export const fixtures: readonly Fixture[] = [
  { step: 'projects_create:project' },
  { step: 'vpcs_create:chosen_range' },
  vpc('reports-net', 'ams3', '10.110.0.0/20', '7c2f1d90-4be5-4f0a-8d36-2e9b5a7c1d48'),
  vpc('warehouse-net', 'nyc3', '10.111.0.0/20', '91b0d4f6-2c8e-4a35-b7d1-5e03c9a84f72'),
  vpc('recommend-net', 'nyc2', '10.112.0.0/20', '3e6a9c04-d1f8-4275-b0c3-85e2f7914da6'),
  vpc('reading-net', 'tor1', '10.113.0.0/20', 'b8d1f7a4-3c60-4e92-95d7-0e4a1b6c8f23'),
  { step: 'sshKeys_create:laptop' },
  { step: 'droplets_create:several' },
  // In the VPC of the others, and not in the default one of its region.
  {
    step: 'droplets_create',
    body: {
      name: 'worker-01',
      region: 'nyc3',
      size: 's-1vcpu-2gb',
      image: 'ubuntu-24-04-x64',
      ssh_keys: [512189],
      vpc_uuid: '5a4981aa-9653-4bd1-bef5-d6bff52042e4',
    },
    exampleId: '412800103',
  },
  { step: 'reservedIps_create:for_droplet', exampleId: '203.0.113.25' },
  { step: 'floatingIps_create:in_region', exampleId: '203.0.113.26' },
  { step: 'domains_create:with_address' },
  { step: 'domains_records_create:cname', exampleId: '28448430' },
  { step: 'domains_records_create:mx', exampleId: '28448431' },
  { step: 'domains_records_create:a', exampleId: '28448429' },
  { step: 'domains_records_list', query: { type: 'SOA', name: undefined }, exampleId: '28448432' },
  { step: 'certificates_create:lets_encrypt' },
  {
    step: 'certificates_create',
    body: { name: 'shop-names', type: 'lets_encrypt', dns_names: ['tidewater.example'] },
    exampleId: '4b0c7d1e-6f28-4e3a-b5d9-0a1c2e3f4a5b',
  },
  { step: 'databases_create:postgres' },
  { step: 'databases_logsinks_create:opensearch' },
  database('catalog-mysql', 'mysql', '8', '2f8a3c11-6f0e-4f6b-8f53-2d3a6c0d7b02'),
  database('cache-valkey', 'valkey', '8', '6a1d4c9e-3b7f-4c58-9a1b-7c0f5d2e8b03'),
  database('events-kafka', 'kafka', '3.8', eventsKafka, 3),
  database('search-os', 'opensearch', '2.19', '8c3f6eb0-5d91-4e7a-9c3d-9e217f40ad05'),
  database('reviews-mongo', 'mongodb', '8', '9d407fc1-6ea2-4f8b-ad4e-af328051be06'),
  database('sessions-redis', 'redis', '7', '0e518ad2-7fb3-4a9c-be5f-b0439162cf07'),
  { step: 'databases_dbs_create', body: { name: 'club' } },
  { step: 'databases_users_create', body: { name: 'club' } },
  { step: 'databases_config_update', path: { database_cluster_uuid: eventsKafka }, body: { config: { schema_registry: true } } },
  { step: 'knowledgeBases_create:website' },
  // What is still to be indexed.
  { step: 'knowledgeBases_dataSources_create' },
  { step: 'agents_create:with_model' },
  {
    step: 'agents_create',
    body: {
      name: 'order-helper',
      instruction: 'You answer where an order is.',
      model_uuid: 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97',
      project_id: '4e1bfbc3-dc3e-41f2-a18f-1b4d7ba71679',
      region: 'tor1',
    },
    exampleId: '1a8e4d63-9b52-4daf-87e1-62f3ba058d21',
  },
  { step: 'byoipPrefixes_create:prefix' },
  { step: 'registries_create:first' },
  { step: 'evaluations_datasets_create:agents' },
  { step: 'evaluations_datasets_create:models', exampleId: '3c8e1f60-95b2-4d7a-8f03-a4d6e92b70c1' },
  { step: 'security_settings_updatePlan:by_tag' },
  { step: 'security_scans_create', exampleId: '3cbe5b70-9d4f-48a2-b306-e7f9cad2b401' },
  { step: 'apps_create:service' },
  { step: 'apps_create:all_parts', exampleId: 'd3b07a61-58e4-4c1f-a9d2-6f80c4e21b96' },
  { step: 'kubernetes_clusters_create:least' },
  // What is made from inside a cluster carries its tag.
  {
    step: 'volumes_create',
    body: { name: 'bindery-data', region: 'nyc3', size_gigabytes: 10, tags: ['k8s:e2a1d4b3-8c75-4f2e-8d46-7b9f3c5a8e01'] },
    exampleId: '7d2f4c60-1868-11f1-9a3e-0a58ac14c0de',
  },
  {
    step: 'loadBalancers_create',
    body: {
      name: 'bindery-ingress',
      region: 'nyc3',
      tag: 'k8s:e2a1d4b3-8c75-4f2e-8d46-7b9f3c5a8e01',
      forwarding_rules: [{ entry_protocol: 'http', entry_port: 80, target_protocol: 'http', target_port: 8080 }],
    },
    exampleId: '8f1b6d3a-52c7-4e90-b3a4-c6d7e8f90a12',
  },
  { step: 'batches_files_create:file' },
  { step: 'batches_files_upload:lines' },
]

/** What the first example of an operation asks for is for readers to make; there already is what this example of it asks for. */
export const standing: readonly string[] = [
  'sshKeys_create:laptop',
  'addOns_create:mail',
  'apps_create:service',
  'apps_propose:new_app',
  'byoipPrefixes_create:prefix',
  'cdnEndpoints_create:custom_domain',
  'certificates_create:lets_encrypt',
  'databases_create:postgres',
  'databases_dbs_create:db',
  'databases_pools_create:shared_user',
  'databases_replicas_create:same_region',
  'databases_topics_create:defaults',
  'databases_users_create:postgresql',
  'dedicatedInferences_create:one_model',
  'dedicatedInferences_tokens_create:token',
  'domains_create:with_address',
  'firewalls_create:web',
  'agents_functions_attach:order_status',
  'modelEvaluations_runs_create:saved',
  'secrets_create:database',
  'functions_keys_create:for_a_month',
  'functions_triggers_create:nightly',
  'agents_apiKeys_create:widget',
  'genaiProviderKeys_anthropic_create:key',
  'evaluations_customMetrics_create:tone',
  'customModels_import:hugging_face',
  'evaluations_testCases_create:workspace',
  'knowledgeBases_create:website',
  'modelRouters_create:preset_task',
  'genaiProviderKeys_openai_create:key',
  'indexingSchedules_create:weekdays',
  'agentWorkspaces_create:with_agents',
  'kubernetes_clusters_create:least',
  'kubernetes_nodePools_create:fixed',
  'loadBalancers_create:by_droplets',
  'nfs_accessPoints_create:access_point',
  'projects_create:project',
  'registries_create:first',
  'registries_legacy_validateName:free',
  'vectorDatabases_create:small',
  'volumes_create:formatted',
  'volumes_snapshots_create:tagged',
  'vpcNatGateways_create:default',
  'vpcPeerings_create:peering',
  'vpcs_create:chosen_range',
  'vpcs_peerings_create:peering',
]
