/** What the service does, its conventions and its addresses, as the specification states them. */
import { describe, expect } from 'vitest'
import type { OperationEntry } from '../load-specification.ts'
import { rule, specification } from '../rules/rule.ts'
import { answered, failures, isOfType, jsonReply, look, lookAt, namedSchema, operation, parameter, parameterRefusal, requested, successes } from './look.ts'

/** What is not JSON: files that a program saves, and the kubeconfig. */
const downloads = ['text/csv', 'application/pdf', 'application/yaml', 'text/plain']

const isDownload = (entry: OperationEntry) => successes(entry).some(({ content }) => content.some(({ mediaType }) => downloads.includes(mediaType)))

/** The objects under the root keys of an answer, with their kinds: what `x-effect` names. */
function rootsOf(entry: OperationEntry): { readonly one: string; readonly many: string | undefined } | undefined {
  const { effect } = entry.operation
  if (!effect || effect.kind === 'computes') return undefined
  const { resource } = namedSchema(effect.schema)
  return resource && { one: resource.one, many: resource.many }
}

const properties = (entry: OperationEntry) => {
  const json = jsonReply(entry)
  return json ? Object.keys(look(entry, json.schema).properties ?? {}) : []
}

const isList = (entry: OperationEntry) => entry.operation.effect?.kind === 'lists'
const lists = (bound: readonly OperationEntry[]) => bound.filter(isList)

describe('separate parts', () => {
  rule('service-json-over-https', (bound) => {
    for (const entry of bound) {
      for (const { mediaType } of entry.operation.body?.content ?? []) expect(mediaType, entry.operation.id).toBe('application/json')
      for (const { mediaType } of successes(entry).flatMap(({ content }) => content)) expect(['application/json', ...downloads], entry.operation.id).toContain(mediaType)
      for (const { mediaType } of failures(entry).flatMap(({ content }) => content)) expect(mediaType, entry.operation.id).toBe('application/json')
    }
  })
  rule('parts-oauth-server', (bound) => {
    const [server] = bound[0]?.api.document.servers ?? []
    expect(server?.url).toBe('{auth_url}')
    for (const { api } of bound) expect(api.name).toBe('oauth')
    for (const { api, operation: each } of specification.entries) if (api.name !== 'oauth') expect(each.path).not.toMatch(/oauth/)
  })
  rule('parts-inference-independent', (bound) => {
    for (const { api, operation: each } of bound) {
      expect(api.document.servers?.[0]?.url).toBe('{inference_url}')
      expect(each.security, each.id).toEqual([{ modelAccessKey: [] }])
    }
  })
  rule('parts-agent-address', (bound) => {
    for (const { api, operation: each } of bound) {
      const servers = api.document.paths[each.path]?.['servers'] as readonly { readonly url: string }[]
      expect(servers.map(({ url }) => url)).toEqual(['{agent_url}'])
    }
  })
})

describe('methods', () => {
  rule('methods-get-object', (bound) => {
    for (const entry of bound.filter((each) => !isDownload(each))) {
      const json = jsonReply(entry)
      expect(json && isOfType(look(entry, json.schema), 'object'), entry.operation.id).toBe(true)
    }
  })
  rule('methods-delete-204', (bound) => {
    const others = bound.filter((entry) => successes(entry).some(({ status }) => status !== '204'))
    // Destroying a droplet with everything around it takes a while, so it is only accepted.
    for (const { operation: each } of others) expect(each.path).toMatch(/destroy_with_associated_resources/)
    expect(others.length).toBeLessThan(bound.length / 5)
  })
  rule('methods-delete-empty-body', (bound) => {
    for (const entry of bound) expect(successes(entry).flatMap(({ content }) => content), entry.operation.id).toEqual([])
  })
})

describe('roots', () => {
  rule('root-body-object', (bound) => {
    for (const entry of bound.filter((each) => jsonReply(each))) expect(isOfType(look(entry, jsonReply(entry)!.schema), 'object'), entry.operation.id).toBe(true)
  })
  rule('root-singular', (bound) => {
    const single = bound.filter((entry) => ['gets', 'updates', 'replaces'].includes(entry.operation.effect?.kind ?? '') && jsonReply(entry) && !isBare(entry))
    expect(single.length).toBeGreaterThan(20)
    for (const entry of single) expect(properties(entry), entry.operation.id).toContain(rootOf(entry, 'one'))
  })
  rule('root-plural', (bound) => {
    for (const entry of lists(bound)) expect(properties(entry), entry.operation.id).toContain(rootOf(entry, 'many'))
  })
  rule('root-single-holds-object', (bound) => {
    const single = bound.filter((entry) => ['gets', 'updates', 'replaces'].includes(entry.operation.effect?.kind ?? '') && jsonReply(entry) && !isBare(entry))
    for (const entry of single) expect(isOfType(look(entry, jsonReply(entry)!.schema, rootOf(entry, 'one')), 'object'), entry.operation.id).toBe(true)
  })
  rule('root-collection-holds-array', (bound) => {
    for (const entry of lists(bound)) {
      const root = look(entry, jsonReply(entry)!.schema, rootOf(entry, 'many'))
      expect(isOfType(root, 'array'), entry.operation.id).toBe(true)
      expect(isOfType(look(entry, root.items!), 'object'), entry.operation.id).toBe(true)
    }
  })
})
