/** Schema of the settings of a world file, besides resources. The sandbox validates the values; a test of the sandbox compares the names. */

const text = { type: 'string', minLength: 1, maxLength: 255 }
const timestamp = { type: 'string', format: 'date-time', examples: ['2026-03-02T09:00:00Z'] }
const count = (description: string) => ({ type: 'integer', minimum: 0, description })
const list = (description: string, required: readonly string[], properties: object) => ({
  type: 'array',
  description,
  items: { type: 'object', additionalProperties: false, required, properties },
})

const limits = {
  droplets: count('Maximum number of droplets. Default: 25.'),
  reserved_ips: count('Maximum number of reserved IPs. Default: 3.'),
  volumes: count('Maximum number of volumes. Default: only their capacity is limited.'),
  registries: count('Maximum number of container registries. Default: 10.'),
  databases: count('Maximum number of database clusters. Default: unlimited.'),
  kubernetes_clusters: count('Maximum number of Kubernetes clusters. Default: unlimited.'),
  load_balancers: count('Maximum number of load balancers. Default: unlimited.'),
  volume_snapshots: count('Maximum number of volume snapshots. Default: unlimited.'),
}

const id = { type: ['string', 'integer'] }
export const ids = {
  type: 'object',
  description: 'Ids of resources that are created with it, by schema name. Generated if omitted.',
  additionalProperties: { anyOf: [id, { type: 'array', items: id }] },
  examples: [{ Action: 2_209_617_360 }],
}

export const settings = {
  $schema: { type: 'string', description: 'URL of this schema, for editors.' },
  clock: {
    description: 'Start time of the virtual clock. Default: now.',
    anyOf: [
      timestamp,
      {
        type: 'object',
        additionalProperties: false,
        properties: { now: timestamp, frozen: { type: 'boolean', description: 'True stops the clock at this time.' } },
      },
    ],
  },
  limits: {
    type: 'object',
    description: 'Resource limits of the account.',
    additionalProperties: false,
    properties: limits,
  },
  users: list('Additional users, each with an account.', ['email'], {
    email: { ...text, format: 'email' },
    name: text,
    password: { ...text, description: 'Password. If omitted, the user cannot sign in.' },
    password_hash: { ...text, description: 'scrypt hash, instead of the password.' },
  }),
  tokens: list('Personal access tokens with restricted scopes.', ['scopes'], {
    token: { ...text, minLength: 16, description: 'Value of the token. If omitted, it is generated and never shown.' },
    token_hash: { ...text, description: 'SHA-256 hash, instead of the value.' },
    scopes: { type: 'array', minItems: 1, items: text, examples: [['droplet:read']] },
    account: { ...text, description: 'Email address of the user who owns the account. Default: the first account.' },
  }),
  applications: list('OAuth applications.', ['name', 'redirect_uris'], {
    name: text,
    redirect_uris: { type: 'array', minItems: 1, items: { ...text, format: 'uri' } },
    client_id: { ...text, description: 'Client id; generated if omitted.' },
    client_secret: { ...text, description: 'Client secret. If omitted, it is generated and never shown.' },
    client_secret_hash: { ...text, description: 'SHA-256 hash, instead of the value.' },
  }),
  faults: list('Injected faults, active from the first request.', [], {
    operation: { ...text, description: 'An operationId, or * for all operations. Default: *.' },
    family: { ...text, description: 'Limits the fault to operations of this family.' },
    region: { ...text, description: 'Limits the fault to requests for this region or for a resource in it.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    retry_after: { type: 'integer', minimum: 0, maximum: 86_400 },
    latency_ms: { type: 'integer', minimum: 0, maximum: 600_000 },
    cut: { enum: ['before', 'after', 'middle'] },
    action: { enum: ['errored'] },
    times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    rate: { type: 'number', minimum: 0, maximum: 1 },
  }),
  ids: { ...ids, description: 'Ids of the resources that every new account has, by schema name.' },
  steps: list('Requests and clock changes, run in order after the resources are created.', [], {
    request: { ...text, maxLength: 2000, description: 'Method and path.', examples: ['POST /v2/droplets/${droplets.web-1}/actions'] },
    body: { description: 'Request body, sent as JSON; a string is sent unchanged. `${reply.field}` is a field of the previous response.' },
    headers: { type: 'object', additionalProperties: text },
    account: { ...text, description: 'Email address of the user whose account sends the request. Default: the first account.' },
    advance_seconds: { type: 'number', minimum: 0, description: 'Advances the clock by this many seconds.' },
    now: { ...timestamp, description: 'Sets the clock.' },
    ids,
  }),
}
