import { describe, expect, it } from 'vitest'
import { makeApi, makeFamily, makeOperation } from '../kit/testing/tiny-model.ts'
import { annotateDocument } from './annotate-document.ts'

const lifecycle = { field: 'status', initial: 'new', transitions: [{ from: ['new', 'off'], to: 'active', on: 'power_on', after: 'PT30S' }] }

function makeDocument(schema: object): ReturnType<typeof makeApi>['document'] {
  return {
    ...makeApi().document,
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:4020' } } }],
    paths: { '/v2/volumes': { get: { operationId: 'volumes_list', description: 'All.' } } },
    components: { schemas: { Volume: schema } },
  }
}

function annotate(schema: object): Record<string, unknown> {
  const document = makeDocument(schema)
  const family = makeFamily([makeOperation({ stability: 'beta', scopes: ['volume:read'] })])
  const named = { name: 'Volume', family: 'volumes', schema: {}, lifecycle, source: { file: '', pointer: '' } }
  const annotated = annotateDocument(makeApi({ document, families: [{ ...family, schemas: [named] }] }))
  return { ...annotated, volume: annotated.components?.['schemas']?.['Volume'], list: annotated.paths['/v2/volumes']?.['get'] }
}

describe('annotateDocument', () => {
  it('describes an operation, marks it and adds samples', () => {
    expect(annotate({})['list']).toMatchObject({
      description: expect.stringContaining('**Scope:** `volume:read`'),
      'x-badges': [{ name: 'beta', color: 'orange' }],
      'x-codeSamples': [{ label: 'TypeScript' }, { label: 'curl' }],
    })
  })

  it('describes the lifecycle at the property that holds the state', () => {
    const { volume } = annotate({ properties: { status: { type: 'string', description: 'How it is.' } } })
    const want = 'How it is.\n\nBegins as `new`.\n\n- `new` or `off` → `active` 30 seconds after `power_on`\n'
    expect(volume).toMatchObject({ properties: { status: { description: want } } })
  })

  it('leaves the words of a shared schema alone', () => {
    const { volume } = annotate({ description: 'A volume.', properties: { status: { $ref: '#/components/schemas/Status' } } })
    expect(volume).toMatchObject({
      description: expect.stringMatching(/^A volume\.\n\nBegins as/),
      properties: { status: { $ref: '#/components/schemas/Status' } },
    })
  })

  it('says decisions where they were made, also at properties with the names of keywords', () => {
    const { volume } = annotate({
      properties: { value: { description: 'V.', 'x-decision': 'Ours.' }, description: { type: 'string', 'x-decision': 'Free.' } },
    })
    expect(volume).toMatchObject({
      properties: { value: { description: 'V.\n\n**Our decision:** Ours.' }, description: { description: '**Our decision:** Free.' } },
    })
  })

  it('says what a value is refused with', () => {
    const { volume } = annotate({
      properties: {
        name: { description: 'N.', 'x-refusal': 'invalid name' },
        size: { description: 'S.', 'x-refusal': { minimum: 'too <small>', maximum: 'too large' } },
      },
    })
    expect(volume).toMatchObject({
      properties: {
        name: { description: 'N.\n\n**Refused with:** “invalid name”.' },
        size: { description: 'S.\n\n**Refused with:** “too \\<small>” or “too large”.' },
      },
    })
  })

  it('escapes descriptions and leaves data as it is', () => {
    const { volume } = annotate({
      description: 'a <b>',
      default: { description: 'a <b>' },
      examples: [{ description: 'a <b>', 'x-decision': 'x' }],
    })
    expect(volume).toMatchObject({ default: { description: 'a <b>' }, examples: [{ description: 'a <b>', 'x-decision': 'x' }] })
    expect(volume).toHaveProperty('description', expect.stringContaining('a \\<b>'))
  })

  it('keeps a property named __proto__ and changes nothing in the bundle', () => {
    const document = makeDocument(JSON.parse('{ "properties": { "__proto__": { "description": "<p>" } } }') as object)
    const before = JSON.stringify(document)
    const text = JSON.stringify(annotateDocument(makeApi({ document })))
    expect(text).toContain('"__proto__":{"description":"\\\\<p>"}')
    expect(JSON.stringify(document)).toBe(before)
  })

  it('shows the base URL rather than its variable', () => {
    expect(JSON.parse(JSON.stringify(annotate({})))).toHaveProperty('servers', [{ url: 'http://127.0.0.1:4020' }])
  })
})
