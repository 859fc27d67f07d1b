/** What a world file can say beside resources. The control plane of the sandbox checks the values; a test of the sandbox compares the names. */

const text = { type: 'string', minLength: 1, maxLength: 255 }
const moment = { type: 'string', format: 'date-time', examples: ['2026-03-02T09:00:00Z'] }
const count = (description: string) => ({ type: 'integer', minimum: 0, description })
const list = (description: string, required: readonly string[], properties: object) => ({
  type: 'array',
  description,
  items: { type: 'object', additionalProperties: false, required, properties },
})

const limits = {
  droplets: count('Droplets; 25 otherwise.'),
  reserved_ips: count('Reserved IPs; 3 otherwise.'),
  volumes: count('Volumes; without it, only their capacity is limited.'),
  registries: count('Container registries; 10 otherwise.'),
  databases: count('Database clusters; not limited otherwise.'),
  kubernetes_clusters: count('Kubernetes clusters; not limited otherwise.'),
  load_balancers: count('Load balancers; not limited otherwise.'),
  volume_snapshots: count('Snapshots of volumes; not limited otherwise.'),
}

const id = { type: ['string', 'integer'] }
export const ids = {
  type: 'object',
  description: 'Ids of other objects that are made with it, by the name of their schema; made where none is given.',
  additionalProperties: { anyOf: [id, { type: 'array', items: id }] },
  examples: [{ Action: 2_209_617_360 }],
}

export const settings = {
  $schema: { type: 'string', description: 'Where this schema is, for editors.' },
  clock: {
    description: 'When the first day begins; now, where nothing is said.',
    anyOf: [
      moment,
      {
        type: 'object',
        additionalProperties: false,
        properties: { now: moment, frozen: { type: 'boolean', description: 'Whether time stands still there.' } },
      },
    ],
  },
  limits: {
    type: 'object',
    description: 'How many the account may hold.',
    additionalProperties: false,
    properties: limits,
  },
  users: list('People with accounts of their own, beside the first one.', ['email'], {
    email: { ...text, format: 'email' },
    name: text,
    password: { ...text, description: 'Without one, nobody can sign in as this user.' },
    password_hash: { ...text, description: 'A hash of scrypt in its place.' },
  }),
  tokens: list('Personal tokens that may do only what their scopes say.', ['scopes'], {
    token: { ...text, minLength: 16, description: 'The token itself; without one, nobody learns it.' },
    token_hash: { ...text, description: 'Its SHA-256 in its place.' },
    scopes: { type: 'array', minItems: 1, items: text, examples: [['droplet:read']] },
    account: { ...text, description: "The e-mail address of the user whose account it opens; the first account's otherwise." },
  }),
  applications: list('OAuth applications.', ['name', 'redirect_uris'], {
    name: text,
    redirect_uris: { type: 'array', minItems: 1, items: { ...text, format: 'uri' } },
    client_id: { ...text, description: 'Its id; one is made where none is given.' },
    client_secret: { ...text, description: 'Its secret; without one, nobody learns it.' },
    client_secret_hash: { ...text, description: 'Its SHA-256 in its place.' },
  }),
  faults: list('What goes wrong on purpose from the first request on.', [], {
    operation: { ...text, description: 'An operationId, or * for all, which it is where nothing is said.' },
    family: { ...text, description: 'Only operations of this family.' },
    region: { ...text, description: 'Only requests about this region, or about an object in it.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    retry_after: { type: 'integer', minimum: 0, maximum: 86_400 },
    latency_ms: { type: 'integer', minimum: 0, maximum: 600_000 },
    cut: { enum: ['before', 'after', 'middle'] },
    action: { enum: ['errored'] },
    times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    rate: { type: 'number', minimum: 0, maximum: 1 },
  }),
  ids: { ...ids, description: 'Ids of what every account has on its first day, by the name of its schema.' },
  steps: list('Requests and moves of the clock, in this order, once the resources are there.', [], {
    request: { ...text, maxLength: 2000, description: 'Method and path.', examples: ['POST /v2/droplets/${droplets.web-1}/actions'] },
    body: { description: 'Sent as JSON, or as it is where it is a text. `${reply.field}` is a field of the reply to the request before.' },
    headers: { type: 'object', additionalProperties: text },
    account: { ...text, description: "The e-mail address of the user whose account it is for; the first account's otherwise." },
    advance_seconds: { type: 'number', minimum: 0, description: 'Moves the clock on.' },
    now: { ...moment, description: 'Sets the clock.' },
    ids,
  }),
}
