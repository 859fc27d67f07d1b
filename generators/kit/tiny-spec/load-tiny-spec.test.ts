/** The tiny specification must have every feature once. */
import { describe, expect, it } from 'vitest'
import type { Operation } from '../../model/api-model.ts'
import type { SchemaObject } from '../../model/json-schema.ts'
import { loadTinyBundles, loadTinyModel } from './load-tiny-spec.ts'

const model = loadTinyModel()
const families = model.apis.flatMap((api) => api.families)
const operations = families.flatMap((family) => family.operations)
const text = JSON.stringify(families.flatMap((family) => [family.schemas, family.operations]))

const contents = (operation: Operation) => [...operation.replies.flatMap((reply) => reply.content), ...(operation.body?.content ?? [])]
const mediaTypes = new Set(operations.flatMap(contents).map(({ mediaType }) => mediaType))
const schemas = families.flatMap((family) => family.schemas).flatMap(({ schema }) => listSchemas(schema))

function listSchemas(schema: SchemaObject): SchemaObject[] {
  const { properties = {}, oneOf = [], allOf = [], items, additionalProperties } = schema
  const inner = [...Object.values(properties), ...oneOf, ...allOf, ...(items ? [items] : [])]
  if (typeof additionalProperties === 'object') inner.push(additionalProperties)
  return [schema, ...inner.flatMap(listSchemas)]
}

describe('the tiny specification', () => {
  it.each(['path', 'query', 'header'])('has a parameter in the %s', (place) => {
    expect(operations.some(({ parameters }) => parameters.some((parameter) => parameter.in === place))).toBe(true)
  })

  it.each(['get', 'post', 'put', 'patch', 'delete'])('has a %s', (method) => {
    expect(operations.map((operation) => operation.method)).toContain(method)
  })

  it.each(['application/json', 'text/event-stream', 'application/x-www-form-urlencoded', 'image/png'])('has %s', (mediaType) => {
    expect([...mediaTypes]).toContain(mediaType)
  })

  it.each([
    { feature: 'a union with a discriminator', has: (schema: SchemaObject) => schema.oneOf && schema.discriminator?.mapping },
    { feature: 'a union without one', has: (schema: SchemaObject) => schema.oneOf && !schema.discriminator },
    { feature: 'a composition', has: (schema: SchemaObject) => schema.allOf },
    { feature: 'null', has: (schema: SchemaObject) => Array.isArray(schema.type) && schema.type.includes('null') },
    { feature: 'an enum of texts', has: (schema: SchemaObject) => typeof schema.enum?.[0] === 'string' },
    { feature: 'an enum of numbers', has: (schema: SchemaObject) => typeof schema.enum?.[0] === 'number' },
    { feature: 'a constant', has: (schema: SchemaObject) => schema.const },
    { feature: 'a map', has: (schema: SchemaObject) => typeof schema.additionalProperties === 'object' },
    { feature: 'an open object', has: (schema: SchemaObject) => schema.additionalProperties === true },
    { feature: 'something deprecated', has: (schema: SchemaObject) => schema.deprecated },
    { feature: 'a default', has: (schema: SchemaObject) => schema.default !== undefined },
    { feature: 'arrays of arrays', has: (schema: SchemaObject) => schema.items?.items },
    { feature: 'a reference with a description', has: (schema: SchemaObject) => schema.$ref && schema.description },
    { feature: 'a narrowing keyword', has: (schema: SchemaObject) => schema.not },
    { feature: 'a name that is no identifier', has: (schema: SchemaObject) => schema.properties?.['call-sign'] },
  ])('has $feature', ({ has }) => {
    expect(schemas.some((schema) => has(schema))).toBe(true)
  })

  it.each([
    {
      feature: 'several replies that succeed',
      has: (operation: Operation) => operation.replies.filter(({ status }) => status.startsWith('2')).length > 1,
    },
    { feature: 'a reply without a body', has: (operation: Operation) => operation.replies.some(({ content }) => content.length === 0) },
    {
      feature: 'a reply of several media types',
      has: (operation: Operation) => operation.replies.some(({ content }) => content.length > 1),
    },
    { feature: 'a default reply', has: (operation: Operation) => operation.replies.some(({ status }) => status === 'default') },
    { feature: 'an operation without a token', has: (operation: Operation) => operation.security.length === 0 },
    { feature: 'a deprecated operation', has: (operation: Operation) => operation.deprecated },
    { feature: 'an optional body', has: (operation: Operation) => operation.body?.required === false },
    { feature: 'a request with nothing in it', has: (operation: Operation) => !operation.body && operation.parameters.length === 0 },
    { feature: 'a named example', has: (operation: Operation) => contents(operation).some(({ examples }) => examples.length > 0) },
    { feature: 'an action', has: (operation: Operation) => operation.action },
    { feature: 'a tool', has: (operation: Operation) => operation.tool },
    { feature: 'a rate limit', has: (operation: Operation) => operation.rateLimits.length > 0 },
    { feature: 'scopes', has: (operation: Operation) => operation.scopes.length > 0 },
    { feature: 'an older name', has: (operation: Operation) => operation.renamedFrom },
    { feature: 'a provenance', has: (operation: Operation) => operation.provenance },
    { feature: 'an answer that is computed', has: (operation: Operation) => operation.effect?.kind === 'computes' },
  ])('has $feature', ({ has }) => {
    expect(operations.some((operation) => has(operation))).toBe(true)
  })

  it('has two APIs that share a family', () => {
    expect(model.apis).toHaveLength(2)
    expect(model.apis.every((api) => api.families.some(({ name }) => name === 'shared'))).toBe(true)
  })

  it('includes the source position of everything', () => {
    expect(text).not.toContain('"file":"?"')
  })

  it('is a new copy on each call', () => {
    expect(loadTinyBundles()).toEqual(loadTinyBundles())
    expect(loadTinyBundles().documents[0]?.document).not.toBe(loadTinyBundles().documents[0]?.document)
  })
})
