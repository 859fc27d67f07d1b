/** Secrets that the platform issues or stores: none is in the log, the objects, the events or a comparison of snapshots. */
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import { buildRequest } from '../../build-request.ts'
import { createSchemaResolver } from '../fuzz/resolve-schema.ts'
import { isObject } from '../../is-object.ts'
import { listPlaces } from '../worst-case/schema-places.ts'
import { type Attempt, group, type SecurityTarget } from './attempt.ts'

/** Creates an object with the example of an operation. `parent` is the path parameter that takes the id of the object created before. */
const creations: readonly { readonly operation: string; readonly parent?: string; readonly body?: unknown }[] = [
  { operation: 'secrets_create' },
  { operation: 'spacesKeys_create' },
  { operation: 'functions_namespaces_create' },
  { operation: 'monitoring_alertPolicies_create' },
  { operation: 'genaiProviderKeys_anthropic_create' },
  { operation: 'genaiProviderKeys_openai_create' },
  {
    operation: 'apps_create',
    body: {
      spec: {
        name: 'canary',
        region: 'nyc',
        services: [
          {
            name: 'web',
            image: { registry_type: 'DOCKER_HUB', registry: 'a', repository: 'b', registry_credentials: 'ann:stored-canary' },
            envs: [{ key: 'A', value: 'stored-canary', type: 'SECRET' }],
            log_destinations: [{ name: 'logs', datadog: { endpoint: 'https://logs.example', api_key: 'stored-canary' } }],
          },
        ],
      },
    },
  },
  { operation: 'databases_create', body: { name: 'canary', engine: 'pg', region: 'nyc3', size: 'db-s-1vcpu-1gb', num_nodes: 1 } },
  { operation: 'databases_users_create', parent: 'database_cluster_uuid', body: { name: 'canary' } },
  {
    operation: 'databases_logsinks_create',
    parent: 'database_cluster_uuid',
    body: {
      sink_name: 'canary',
      sink_type: 'opensearch',
      config: { url: 'https://ann:stored-canary@logs.example', index_prefix: 'a', index_days_max: 5 },
    },
  },
]

export function listStoredAttempts(target: SecurityTarget, events: () => string): Attempt[] {
  const { send } = target
  const secrets = new Set<string>(['stored-canary'])
  const look = async (path: string) => findSecrets(path, (await send({ method: 'GET', path, token: '' })).text, secrets)
  const kinds = [
    'App',
    'Certificate',
    'DatabaseCluster',
    'DatabaseUser',
    'DatabaseLogsink',
    'FunctionsNamespace',
    'SpacesKey',
    'Secret',
    'ModelAccessKey',
    'VectorDatabase',
    'DedicatedInference',
  ]
  const objects = kinds.map((kind) => ({
    name: `the objects of the kind ${kind}`,
    run: async () => {
      const { text } = await send({ method: 'GET', path: `/_sandbox/objects?kind=${kind}`, token: '' })
      const { objects: found = [] } = JSON.parse(text) as {
        readonly objects?: readonly { readonly object: Readonly<Record<string, string>> }[]
      }
      const details = await Promise.all(
        found.map(({ object: { id = '', parent = '' } }) =>
          look(`/_sandbox/objects/${kind}/${encodeURIComponent(id)}?parent=${encodeURIComponent(parent)}`),
        ),
      )
      return [...findSecrets(kind, text, secrets), ...details.flat()]
    },
  }))
  const comparison = {
    name: 'a comparison with the start',
    run: async () => [
      ...(await look('/_sandbox/snapshots/compare?from=security-start&limit=1000')),
      ...(await look('/_sandbox/snapshots')),
    ],
  }
  const streams = { name: 'the events', run: async () => findSecrets('events', events(), secrets) }
  return group('stored secret', [...listCreations(target, secrets, look), ...objects, comparison, streams])
}

/** @param secrets gets the secrets of the responses */
function listCreations({ send }: SecurityTarget, secrets: Set<string>, look: (path: string) => Promise<string[]>): Attempt[] {
  let lastId = ''
  return creations.flatMap(({ operation: id, parent, body }) => {
    const entry = loadSpecification().entries.find(({ operation }) => operation.id === id)
    if (!entry) return []
    return [
      {
        name: `the log of ${id}`,
        run: async () => {
          const { operation } = entry
          const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name === parent ? lastId : 'a'))
          const response = await send({ method: operation.method.toUpperCase(), path, body: body ?? buildRequest(operation).body })
          if (response.status >= 300) return [`status ${response.status}: ${response.text.slice(0, 160)}`]
          const value: unknown = JSON.parse(response.text)
          for (const secret of listReplySecrets(entry, value)) secrets.add(secret)
          if (parent === undefined) lastId = findId(value)
          return [
            ...(await look(`/_sandbox/requests/${String(response.headers['x-request-id'])}`)),
            ...(await look('/_sandbox/requests.har')),
          ]
        },
      },
    ]
  })
}

/** Secrets of a response, by its schema. */
function listReplySecrets({ api, operation }: OperationEntry, value: unknown): string[] {
  const open = createSchemaResolver(api)
  const names = new Set(
    operation.replies
      .flatMap(({ content }) => content.flatMap(({ schema }) => listPlaces(schema, open, operation.id)))
      .filter(({ schema }) => schema.format === 'password')
      .map(({ steps }) => steps.map(({ name }) => name).join('.')),
  )
  const visit = (inner: unknown, path: readonly (string | number)[]): string[] => {
    if (typeof inner === 'string') return names.has(path.join('.')) && inner.length > 5 ? [inner] : []
    if (Array.isArray(inner)) return inner.flatMap((item) => visit(item, [...path, 0]))
    return isObject(inner) ? Object.entries(inner).flatMap(([name, member]) => visit(member, [...path, name])) : []
  }
  return visit(value, [])
}

function findId(value: unknown): string {
  const [object] = isObject(value) ? Object.values(value) : []
  return isObject(object) ? String(object['id'] ?? object['uuid']) : ''
}

function findSecrets(output: string, text: string, secrets: ReadonlySet<string>): string[] {
  return [...secrets].flatMap((secret) => {
    const at = text.indexOf(JSON.stringify(secret).slice(1, -1))
    return at < 0 ? [] : [`${output} shows ${text.slice(Math.max(0, at - 60), at + 12)}`]
  })
}
