/** Canaries: plants a text in every secret property of the specification and looks for it in every output of the sandbox. */
import type { Operation, Parameter } from '../../../../../generators/model/api-model.ts'
import { buildRequest, sentContent } from '../../build-request.ts'
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import { createSchemaResolver } from '../fuzz/resolve-schema.ts'
import type { HttpRequest } from '../http-client.ts'
import { listPlaces, setAt, type Place } from '../worst-case/schema-places.ts'
import { type Attempt, group, type SecurityTarget } from './attempt.ts'

/** A secret property, in a body that a client sends or receives. */
interface SecretPlace {
  readonly title: string
  readonly operation: Operation
  readonly base: unknown
  readonly place: Place
}

let planted = 0
/** Creates a text that nothing else contains. A part of it would be found, too. */
const createCanary = () => `canary${(planted += 1)}x`
const canaryPattern = /canary\d/

/** Every secret property of requests and responses, once for each component and operation. */
export function listSecretPlaces(): SecretPlace[] {
  return loadSpecification().entries.flatMap(({ api, operation }: OperationEntry) => {
    const open = createSchemaResolver(api)
    const bodies = [sentContent(operation), ...operation.replies.flatMap(({ content }) => content)]
    return bodies.flatMap((media, number) =>
      (media ? listPlaces(media.schema, open, operation.id) : [])
        .filter(({ schema }) => schema.format === 'password')
        .map((place) => ({
          title: `${operation.id} ${number === 0 ? 'request' : 'response'} ${place.steps.map(({ name }) => name).join('.')}`,
          operation,
          base: media?.examples[0]?.value ?? {},
          place,
        })),
    )
  })
}

/** Forms of a body with a canary. Responses are sent as requests: the log masks both by the same rules. */
const forms: Readonly<Record<string, (place: SecretPlace, canary: string) => string>> = {
  'as JSON': ({ base, place }, canary) => JSON.stringify(setAt(base, place.steps, canary)),
  'in a list': ({ base, place }, canary) => JSON.stringify(setAt(base, place.steps, [canary, { a: [canary] }])),
  'as a member': ({ base, place }, canary) => JSON.stringify(setAt(base, place.steps, { name: canary })),
  'under an escaped name': ({ base, place }, canary) =>
    JSON.stringify(setAt(base, place.steps, canary)).replaceAll(
      /"([a-z])(\w*)":/g,
      (_all, first: string, rest: string) => `"${escape(first)}${rest}":`,
    ),
  'in JSON that is cut': ({ place }, canary) => JSON.stringify(setAt({}, place.steps, `${canary}${'a'.repeat(270_000)}`)),
  'in a text of JSON': ({ base, place }, canary) => JSON.stringify({ name: JSON.stringify(setAt(base, place.steps, canary)) }),
}

const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const urls = [
  'https://ann:CANARY@host/a',
  'postgres://ann:CANARY@host:5432/a',
  'redis://:CANARY@host',
  'https://CANARY@host/a.git',
  'https://host/a?signature=CANARY',
  'https://host/a?expires=1&sig=CANARY',
  'https://host/back#access_token=CANARY',
  'https://host/a?code=CANARY&state=b',
  'https://ann:a@CANARY@host/a',
  'https://bucket.host/a?X-Amz-Signature=CANARY',
]

export function listSecretAttempts(target: SecurityTarget): Attempt[] {
  const { send } = target
  const inBodies = listSecretPlaces().flatMap((secret) =>
    Object.entries(forms).map(([form, build]) => ({
      name: `${secret.title} ${form}`,
      run: async () => {
        const { method, path } = secret.operation
        const text = build(secret, createCanary())
        const sentMethod = method === 'get' ? 'post' : method
        return check(target, { method: sentMethod.toUpperCase(), path: fillPath(path, secret.operation), text })
      },
    })),
  )
  const inQueries = loadSpecification().entries.flatMap(({ operation }) =>
    operation.parameters.filter(isSecretParameter).map(({ name }) => ({
      name: `${operation.id} query ${name}`,
      run: async () =>
        check(target, { method: operation.method.toUpperCase(), path: `${fillPath(operation.path, operation)}?${name}=${createCanary()}` }),
    })),
  )
  const inUrls = urls.flatMap((url) =>
    ['name', 'url', 'uri', 'message', 'endpoint', 'repo_clone_url'].map((property) => ({
      name: `${url} as ${property}`,
      run: async () =>
        check(target, { method: 'POST', path: '/v2/tags', text: JSON.stringify({ [property]: url.replace('CANARY', createCanary()) }) }),
    })),
  )
  const headers = ['authorization', 'cookie', 'x-api-key', 'proxy-authorization', 'x-unknown', 'x-vault-token']
  const inHeaders = headers.map((name) => ({
    name: `the header ${name}`,
    run: async () => check(target, { method: 'GET', path: '/v2/account', headers: { [name]: `Bearer ${createCanary()}` } }),
  }))
  const app = (type: string) => ({
    spec: { name: 'canary-free', services: [{ name: 'a', envs: [{ key: 'A', value: createCanary(), type }] }] },
  })
  const inVariables = [
    {
      name: 'an app variable of the type SECRET',
      run: async () => check(target, { method: 'POST', path: '/v2/apps', text: JSON.stringify(app('SECRET')) }),
    },
  ]
  const outputs = ['requests?limit=1000', 'requests.har', 'snapshots', 'jobs', 'usage', 'faults', 'sessions', 'authorizations'].map(
    (path) => ({
      name: `/_sandbox/${path} after all of it`,
      run: async () => findCanaries(`/_sandbox/${path}`, (await send({ method: 'GET', path: `/_sandbox/${path}`, token: '' })).text),
    }),
  )
  return group('secret', [...inBodies, ...inQueries, ...inUrls, ...inHeaders, ...inVariables, ...outputs])
}

/** Sends a request and looks for the canary in its entry of the log. */
async function check(
  { send }: SecurityTarget,
  { text, ...request }: Omit<HttpRequest, 'body'> & { readonly text?: string },
): Promise<string[]> {
  const response = await send({ ...request, ...(text !== undefined && { text }) })
  const id = String(response.headers['x-request-id'])
  const detail = await send({ method: 'GET', path: `/_sandbox/requests/${id}`, token: '' })
  const har = await send({ method: 'GET', path: `/_sandbox/requests.har?search=${id}`, token: '' })
  return [
    ...(detail.status === 200 ? [] : [`no entry in the log: ${detail.status}`]),
    ...findCanaries('the log', detail.text),
    ...findCanaries('the HAR file', har.text),
  ]
}

export function findCanaries(output: string, text: string): string[] {
  const at = text.search(canaryPattern)
  return at < 0 ? [] : [`${output} shows ${text.slice(Math.max(0, at - 60), at + 20)}`]
}

function fillPath(path: string, operation: Operation): string {
  const { path: values = {} } = buildRequest(operation)
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name] ?? 'a')))
}

function isSecretParameter({ in: location, schema }: Parameter): boolean {
  return location === 'query' && schema.format === 'password'
}
