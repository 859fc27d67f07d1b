/** Requirements on the service, its conventions and its paths. */
import { describe, expect } from 'vitest'
import type { MediaType } from '../../../../generators/model/api-model.ts'
import type { OperationEntry } from '../load-specification.ts'
import { rule, specification } from '../rules/rule.ts'
import {
  expectEach,
  listFailures,
  isObject,
  isOfType,
  getJsonReply,
  findSchema,
  findNamedSchema,
  getNamedSchema,
  getOperation,
  getParameter,
  validateParameter,
  findBodyProperty,
  listSuccesses,
} from './find-schema.ts'

/** Replies that are not JSON: downloads and the kubeconfig. */
const downloads = ['text/csv', 'application/pdf', 'application/yaml', 'text/plain']

const isDownload = (entry: OperationEntry) =>
  listSuccesses(entry).some(({ content }) => content.some(({ mediaType }) => downloads.includes(mediaType)))

const rootOf = (entry: OperationEntry, number: 'one' | 'many'): string | undefined => {
  const { effect } = entry.operation
  return effect && effect.kind !== 'computes' ? getNamedSchema(effect.schema).resource?.[number] : undefined
}

/** Operations that return one stored object. */
const single = (bound: readonly OperationEntry[]) =>
  bound.filter(
    (entry) => ['gets', 'updates', 'replaces'].includes(entry.operation.effect?.kind ?? '') && getJsonReply(entry) && rootOf(entry, 'one'),
  )
const lists = (bound: readonly OperationEntry[]) => bound.filter((entry) => entry.operation.effect?.kind === 'lists')

/** Returns the part of the JSON reply at a path. */
const replyAt = (entry: OperationEntry, path = '') => findSchema(entry, (getJsonReply(entry) as MediaType).schema, path)
const replyNames = (entry: OperationEntry) => Object.keys(replyAt(entry).properties ?? {})

describe('families', () => {
  rule('families-functions-namespaces-only', (bound) => {
    const elsewhere = bound.filter(({ operation: each }) => !/^\/v2\/functions\/namespaces(\/|$)/.test(each.path))
    // Operations outside a namespace only create one.
    expect(elsewhere.map(({ operation: each }) => [each.id, each.effect])).toEqual([
      ['functions_sandbox_create', { kind: 'creates', schema: 'FunctionsNamespace', by: [] }],
    ])
  })
})

describe('separate parts', () => {
  rule('service-json-over-https', (bound) => {
    for (const entry of bound) {
      for (const { mediaType } of entry.operation.body?.content ?? []) expect(mediaType, entry.operation.id).toBe('application/json')
      for (const { mediaType } of listSuccesses(entry).flatMap(({ content }) => content))
        expect(['application/json', ...downloads], entry.operation.id).toContain(mediaType)
      for (const { mediaType } of listFailures(entry).flatMap(({ content }) => content))
        expect(mediaType, entry.operation.id).toBe('application/json')
    }
  })
  rule('parts-oauth-server', (bound) => {
    const [server] = bound[0]?.api.document.servers ?? []
    expect(server?.url).toBe('{auth_url}')
    for (const { api } of bound) expect(api.name).toBe('oauth')
    for (const { api, operation: each } of specification.entries) if (api.name !== 'oauth') expect(each.path).not.toMatch(/^\/v1\/oauth/)
  })
  rule('parts-inference-independent', (bound) => {
    for (const { api, operation: each } of bound) {
      expect(api.document.servers?.[0]?.url).toBe('{inference_url}')
      expect(each.security, each.id).toEqual([{ modelAccessKey: [] }])
    }
  })
  rule('parts-agent-address', (bound) => {
    expectEach(bound, ({ api, operation: { path } }) => {
      const servers = api.document.paths[path]?.['servers'] as readonly { readonly url: string }[]
      return servers.map(({ url }) => url).join() === '{agent_url}'
    })
  })
})

describe('methods', () => {
  rule('methods-get-object', (bound) => {
    for (const entry of bound.filter((each) => !isDownload(each))) expect(isObject(entry, replyAt(entry)), entry.operation.id).toBe(true)
  })
  rule('methods-delete-204', (bound) => {
    const others = bound.filter((entry) => listSuccesses(entry).some(({ status }) => status !== '204'))
    // Each exception is documented by the operation.
    for (const { operation: each } of others) expect(each.provenance, each.id).toBeDefined()
    expect(others.length).toBeLessThan(bound.length / 3)
  })
  rule('methods-delete-empty-body', (bound) => {
    const others = bound.filter((entry) => listSuccesses(entry).some(({ content }) => content.length > 0))
    for (const { operation: each } of others) expect(each.provenance, each.id).toBeDefined()
    expect(others.length).toBeLessThan(bound.length / 3)
  })
})

describe('roots', () => {
  rule('root-body-object', (bound) => {
    for (const entry of bound.filter(getJsonReply)) expect(isObject(entry, replyAt(entry)), entry.operation.id).toBe(true)
  })
  rule('root-singular', (bound) => {
    expect(single(bound).length).toBeGreaterThan(20)
    for (const entry of single(bound)) expect(replyAt(entry).required, entry.operation.id).toContain(rootOf(entry, 'one'))
  })
  rule('root-plural', (bound) => {
    expect(lists(bound).length).toBeGreaterThan(20)
    for (const entry of lists(bound)) expect(replyAt(entry).required, entry.operation.id).toContain(rootOf(entry, 'many'))
  })
  rule('root-single-holds-object', (bound) => {
    for (const entry of single(bound)) expect(isObject(entry, replyAt(entry, rootOf(entry, 'one'))), entry.operation.id).toBe(true)
  })
  rule('root-collection-holds-array', (bound) => {
    for (const entry of lists(bound)) {
      expect(isOfType(replyAt(entry, rootOf(entry, 'many')), 'array'), entry.operation.id).toBe(true)
      expect(isObject(entry, replyAt(entry, `${rootOf(entry, 'many')}.*`)), entry.operation.id).toBe(true)
    }
  })
})

describe('collections', () => {
  rule('meta-total-integer', (bound) => {
    for (const entry of lists(bound)) {
      expect(isOfType(replyAt(entry, 'meta.total'), 'integer'), entry.operation.id).toBe(true)
      for (const { value } of getJsonReply(entry)?.examples ?? []) {
        const { meta, [rootOf(entry, 'many') as string]: items } = value as { meta: { total: number } } & Record<string, unknown[]>
        expect(meta.total, entry.operation.id).toBeGreaterThanOrEqual((items as unknown[]).length)
      }
    }
  })
  rule('meta-collections-only', (bound) => {
    // Paged operations that return an object count one of its collections.
    const unpaged = single(bound).filter((entry) => !entry.operation.parameters.some(({ name }) => name === 'page'))
    expect(unpaged.length).toBeGreaterThan(20)
    for (const entry of unpaged) expect(replyNames(entry), entry.operation.id).not.toContain('meta')
  })
  rule('links-only-when-paged', (bound) => {
    for (const entry of lists(bound)) {
      expect(replyNames(entry), entry.operation.id).toContain('links')
      expect(replyAt(entry).required, entry.operation.id).not.toContain('links')
      for (const { value } of getJsonReply(entry)?.examples ?? []) {
        const {
          meta,
          links,
          [rootOf(entry, 'many') as string]: items,
        } = value as { meta: { total: number }; links?: { pages?: object } } & Record<string, unknown[]>
        expect(links?.pages !== undefined, entry.operation.id).toBe(meta.total > (items as unknown[]).length)
      }
    }
  })
  rule('pages-absolute-urls', () => {
    const pages = Object.keys(findNamedSchema('PageLinks').properties ?? {})
    expect(pages.toSorted()).toEqual(['first', 'last', 'next', 'prev'])
    for (const page of pages) {
      expect(findNamedSchema('PageLinks', page).format).toBe('uri')
      for (const url of findNamedSchema('PageLinks', page).examples ?? []) expect(new URL(String(url)).protocol).toBe('https:')
    }
  })
  rule('page-parameters-integers', (bound) => {
    for (const { operation: each } of lists(bound)) {
      for (const name of ['page', 'per_page']) {
        expect(getParameter(each.id, name).in, each.id).toBe('query')
        expect(validateParameter(each.id, name, '2'), each.id).toEqual([])
        for (const wrong of ['two', '1.5', '0']) expect(validateParameter(each.id, name, wrong), each.id).not.toEqual([])
      }
    }
  })
  rule('limit-page-size-default', (bound) => {
    for (const { operation: each } of lists(bound)) expect(getParameter(each.id, 'per_page').schema.default, each.id).toBe(20)
  })
  rule('limit-page-size-maximum', (bound) => {
    for (const { operation: each } of lists(bound)) {
      expect(validateParameter(each.id, 'per_page', '200'), each.id).toEqual([])
      // A few accept more and return 200 items, as recorded for model routers.
      const tooMany = /^(modelRouters_(presets_|taskPresets_)?|regions_|sizes_|images_)list$/.test(each.id) ? '1001' : '201'
      expect(validateParameter(each.id, 'per_page', tooMany), each.id).not.toEqual([])
    }
  })
})

describe('requests', () => {
  rule('paths-v2', (bound) => {
    const control = specification.entries.filter(({ api }) => api.name === 'control')
    expect(bound).toEqual(control)
    expect(control[0]?.api.document.servers?.[0]?.url).toBe('{base_url}')
  })
  rule('version-control-two', (bound) => {
    for (const { api, operation: each } of bound)
      expect([api.version.split('.').slice(0, 2).join('.'), each.path.slice(0, 4)]).toEqual(['2.0', '/v2/'])
  })
  rule('body-json-object', (bound) => {
    for (const entry of bound.filter((each) => each.operation.body))
      expect(isObject(entry, findBodyProperty(entry.operation.id)), entry.operation.id).toBe(true)
  })
  rule('body-content-type', (bound) => {
    const types = bound.flatMap((entry) => entry.operation.body?.content ?? []).map(({ mediaType }) => mediaType)
    expect([...new Set(types)]).toEqual(['application/json'])
  })
  rule('filters-in-query', (bound) => {
    expectEach(bound, ({ operation: { parameters } }) => parameters.every((one) => one.in !== 'header'))
    expect(getOperation('images_list').operation.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['type', 'private', 'tag_name']),
    )
  })
})
