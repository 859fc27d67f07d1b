/** What the examples take for granted: the things of the cast (spec/README.md) that no example creates, or that must be there first. */
import type { Given } from './steps.ts'

export interface PrologueStep extends Given {
  /** `operation:example`, or the operation alone with a body. */
  readonly step: string
  /** The id that the new thing has in the examples. */
  readonly plays?: string
}

const database = (name: string, engine: string, version: string, plays: string, nodes = 1): PrologueStep => ({
  step: 'databases_create',
  body: { name, engine, version, region: 'nyc3', size: 'db-s-2vcpu-4gb', num_nodes: nodes },
  plays,
})

const vpc = (name: string, region: string, range: string, plays: string): PrologueStep => ({
  step: 'vpcs_create',
  body: { name, region, ip_range: range },
  plays,
})

const eventsKafka = '7b2e5daf-4c80-4d69-8b2c-8d106e3f9c04'

export const prologue: readonly PrologueStep[] = [
  { step: 'projects_create:project' },
  // Before a droplet brings a default VPC with the same range.
  { step: 'vpcs_create:chosen_range' },
  vpc('reports-net', 'ams3', '10.110.0.0/20', '7c2f1d90-4be5-4f0a-8d36-2e9b5a7c1d48'),
  vpc('warehouse-net', 'nyc3', '10.111.0.0/20', '91b0d4f6-2c8e-4a35-b7d1-5e03c9a84f72'),
  vpc('recommend-net', 'nyc2', '10.112.0.0/20', '3e6a9c04-d1f8-4275-b0c3-85e2f7914da6'),
  { step: 'sshKeys_create:laptop' },
  { step: 'droplets_create:several' },
  { step: 'domains_create:with_address' },
  { step: 'domainRecords_create:cname' },
  { step: 'domainRecords_create:mx' },
  { step: 'certificates_create:lets_encrypt' },
  {
    step: 'certificates_create',
    body: { name: 'shop-names', type: 'lets_encrypt', dns_names: ['tidewater.example'] },
    plays: '4b0c7d1e-6f28-4e3a-b5d9-0a1c2e3f4a5b',
  },
  { step: 'databases_create:postgres' },
  database('catalog-mysql', 'mysql', '8', '2f8a3c11-6f0e-4f6b-8f53-2d3a6c0d7b02'),
  database('cache-valkey', 'valkey', '8', '6a1d4c9e-3b7f-4c58-9a1b-7c0f5d2e8b03'),
  database('events-kafka', 'kafka', '3.8', eventsKafka, 3),
  database('search-os', 'opensearch', '2.19', '8c3f6eb0-5d91-4e7a-9c3d-9e217f40ad05'),
  database('reviews-mongo', 'mongodb', '8', '9d407fc1-6ea2-4f8b-ad4e-af328051be06'),
  database('sessions-redis', 'redis', '7', '0e518ad2-7fb3-4a9c-be5f-b0439162cf07'),
  { step: 'databases_update_config', path: { database_cluster_uuid: eventsKafka }, body: { config: { schema_registry: true } } },
  { step: 'knowledgeBases_create:website' },
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
    plays: '1a8e4d63-9b52-4daf-87e1-62f3ba058d21',
  },
  { step: 'byoipPrefixes_create:prefix' },
  { step: 'registries_create:first' },
  { step: 'registries_create:another' },
  { step: 'batches_create_file:file' },
  { step: 'batches_update_file:lines' },
]
