/** Lists the worst requests to the control plane of the sandbox, and the costs of looking at its request log. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { SchemaObject } from '../../../../../generators/model/json-schema.ts'
import { repoFolder } from '../../load-specification.ts'
import { createSchemaResolver } from '../fuzz/resolve-schema.ts'
import type { SandboxRequest } from '../../fixtures/test-sandbox.ts'
import { type Attack, type SeenKeys, listAttacks } from './worst-bodies.ts'
import { listUrlAttacks, type QueryParameter } from './worst-urls.ts'

export interface AttackRequest extends Attack {
  readonly createRequest: (text: string) => SandboxRequest
}

interface ControlOperation {
  readonly operationId: string
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
}

interface RequestBody {
  readonly content: Readonly<Record<string, { readonly schema: SchemaObject }>>
}

const api = 'control plane'
const methods = ['get', 'post', 'delete'] as const
/** Streams: one has no end, the other is measured in parts. */
const streamPaths = new Set(['/_sandbox/events', '/_sandbox/requests.har'])

export function listControlAttacks(seen: SeenKeys): AttackRequest[] {
  // The shape is that of an OpenAPI document, which its own checks validate.
  const document = parse(readFileSync(`${repoFolder}packages/sandbox/control/openapi.yaml`, 'utf8')) as {
    readonly paths: Readonly<Record<string, Partial<Record<(typeof methods)[number], ControlOperation>>>>
    readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
  const resolveSchema = createSchemaResolver({ document })
  const resolve = <T>(value: unknown): T => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec((value as { readonly $ref?: string }).$ref ?? '') ?? []
    return (kind === '' ? value : document.components[kind]?.[name]) as T // a component has the kind of its place
  }
  return Object.entries(document.paths).flatMap(([template, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation || streamPaths.has(template)) return []
      const { operationId: id, parameters = [], requestBody } = operation
      const path = template.replaceAll(/\{\w+\}/g, 'none')
      const request = { method: method.toUpperCase(), headers: { 'content-type': 'application/json' } }
      const schema = requestBody === undefined ? undefined : resolve<RequestBody>(requestBody).content['application/json']?.schema
      const bodies = schema ? listAttacks({ api, id }, schema, {}, resolveSchema, seen) : []
      const urls = listUrlAttacks({ api: `${api} ${id}`, parameters: parameters.map(resolve<QueryParameter>) }, seen)
      return [
        ...bodies.map((each) => ({ ...each, createRequest: (body: string) => ({ ...request, path, body }) })),
        ...urls.map((each) => ({ ...each, createRequest: (query: string) => ({ ...request, path: `${path}?${query}` }) })),
      ]
    }),
  )
}

/** Pieces that masking once read several times, or that occur once in each entry of the log. */
const fragments = ['?', '&', 'a&', 'token=1&', '\n', '"', '\\', '://a:', '=', '[', '{"a":', ' ', 'dop_v1_', '@', '-----BEGIN ']
const types = ['application/json', 'application/x-www-form-urlencoded', 'text/event-stream', 'text/plain']

/** Requests that fill the log with text that is expensive to mask. */
export function listLogFillers(): AttackRequest[] {
  return fragments.flatMap((fragment) => {
    const render = (bytes: number) => fragment.repeat(Math.floor(bytes / fragment.length))
    const name = `a request log of ${JSON.stringify(fragment)}`
    return [
      {
        name: `${name} in queries`,
        render,
        maxBytes: 15_000,
        createRequest: (text: string) => ({ method: 'GET', path: `/v2/x?${text.replaceAll(/[\s"\\]/g, encodeURIComponent)}`, headers: {} }),
      },
      ...types.map((type) => ({
        name: `${name} in bodies of ${type}`,
        render,
        createRequest: (body: string) => ({ method: 'POST', path: '/v2/tags', headers: { 'content-type': type }, body }),
      })),
    ]
  })
}
