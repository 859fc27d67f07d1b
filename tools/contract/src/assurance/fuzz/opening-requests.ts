/**
 * What the story of the examples takes for granted: things that its replies speak of and that none of its requests makes. They are
 * made first.
 */
export interface OpeningRequest {
  readonly operation: string
  /** As the examples have it. */
  readonly path?: Readonly<Record<string, unknown>>
  /** Without one it is read, so that what follows can speak of it. */
  readonly body?: Readonly<Record<string, unknown>>
  /** The id that the examples know it by. */
  readonly is?: string
}

const cluster = (name: string, engine: string, version: string, is: string): OpeningRequest => ({
  operation: 'databases_create',
  body: { name, engine, version, region: 'nyc3', size: 'db-s-2vcpu-4gb', num_nodes: engine === 'kafka' ? 3 : 1 },
  is,
})

export const openingRequests: readonly OpeningRequest[] = [
  {
    operation: 'vpcs_create',
    body: { name: 'storefront-net', region: 'nyc3', ip_range: '10.108.0.0/20' },
    is: '5a4981aa-9653-4bd1-bef5-d6bff52042e4',
  },
  {
    operation: 'vpcs_create',
    body: { name: 'reports-net', region: 'ams3', ip_range: '10.110.0.0/20' },
    is: '7c2f1d90-4be5-4f0a-8d36-2e9b5a7c1d48',
  },
  {
    operation: 'vpcs_create',
    body: { name: 'models-net', region: 'nyc2', ip_range: '10.112.0.0/20' },
    is: '3e6a9c04-d1f8-4275-b0c3-85e2f7914da6',
  },
  { operation: 'domains_create', body: { name: 'tidewater.example' }, is: 'tidewater.example' },
  {
    operation: 'certificates_create',
    body: { name: 'shop-cert', type: 'lets_encrypt', dns_names: ['www.tidewater.example'] },
    is: '4b0c7d1e-6f28-4e3a-b5d9-0a1c2e3f4a5b',
  },
  cluster('catalog-mysql', 'mysql', '8', '2f8a3c11-6f0e-4f6b-8f53-2d3a6c0d7b02'),
  cluster('cache-valkey', 'valkey', '8', '6a1d4c9e-3b7f-4c58-9a1b-7c0f5d2e8b03'),
  cluster('events-kafka', 'kafka', '3.8', '7b2e5daf-4c80-4d69-8b2c-8d106e3f9c04'),
  cluster('search-os', 'opensearch', '2.19', '8c3f6eb0-5d91-4e7a-9c3d-9e217f40ad05'),
  cluster('reviews-mongo', 'mongodb', '8', '9d407fc1-6ea2-4f8b-ad4e-af328051be06'),
  {
    operation: 'databases_config_update',
    path: { database_cluster_uuid: '7b2e5daf-4c80-4d69-8b2c-8d106e3f9c04' },
    body: { config: { schema_registry: true } },
  },
  { operation: 'security_settings_updatePlan', body: { tier_coverage: { basic: { resources: [], tags: ['storefront'] } } } },
  { operation: 'genaiModels_list' },
  { operation: 'projects_create', body: { name: 'Helpdesk', purpose: 'Service or API' }, is: '0c9b7f52-6e13-4d80-9a47-2f51d8c3b6e0' },
  {
    operation: 'agents_create',
    body: {
      name: 'order-helper',
      instruction: 'You answer where an order is.',
      model_uuid: 'c7e0b135-7a68-4f52-9d3e-41f8a06c2b97',
      project_id: '0c9b7f52-6e13-4d80-9a47-2f51d8c3b6e0',
      region: 'tor1',
    },
    is: '1a8e4d63-9b52-4daf-87e1-62f3ba058d21',
  },
]
