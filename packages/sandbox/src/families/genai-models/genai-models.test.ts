import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { llama } from '../../../test/fixtures.ts'
import type { Query } from '../../../test/operation-at.ts'

const names = (models: readonly { readonly name: string }[]) => models.map(({ name }) => name)

describe('models of the agent platform', () => {
  it('lists models by name, filtered by use case', async ({ genai: { get } }) => {
    const all = await get('/v2/gen-ai/models?per_page=200')
    expect(all.body.meta.total).toBeGreaterThan(8)
    expect(names(all.body.models)).toEqual(names(all.body.models).toSorted())
    const bases = await get('/v2/gen-ai/models?usecases=MODEL_USECASE_KNOWLEDGEBASE')
    expect(bases.body.models.every(({ type }) => type === 'embedding')).toBe(true)
    expect(bases.body.models.length).toBe(3)
    const unknown = await get('/v2/gen-ai/models?usecases=MODEL_USECASE_UNKNOWN&per_page=200')
    expect(unknown.body.meta.total).toBe(all.body.meta.total)
    const llamaListed = all.body.models.find(({ uuid }) => uuid === llama)
    expect(llamaListed).toMatchObject({
      id: 'llama3.3-70b-instruct',
      pricing: { input_price_per_million: 0.6 },
      model_availability: 'public',
    })
    expect(llamaListed).not.toHaveProperty('inference_name')
  })

  it('filters by several use cases', async ({ genai: { get } }) => {
    const two = await get('/v2/gen-ai/models?usecases=MODEL_USECASE_KNOWLEDGEBASE&usecases=MODEL_USECASE_RERANKING&per_page=200')
    const one = await get('/v2/gen-ai/models?usecases=MODEL_USECASE_KNOWLEDGEBASE&usecases=MODEL_USECASE_REASONING&per_page=200')
    expect(two.status).toBe(422)
    expect(one.body.models.map(({ type }) => type).toSorted()).toEqual(expect.arrayContaining(['embedding', 'text']))
  })

  it('has the same model names as inference', async ({ genai: sandbox }) => {
    const { inference_key: token } = sandbox.credentials()
    const inference = await sandbox.get('/v1/models', { token })
    const listing = await sandbox.get('/v2/gen-ai/models?per_page=200')
    const ids = listing.body.models.map(({ id }) => id)
    for (const { id } of inference.body.data) expect(ids).toContain(id)
  })

  it('returns cards with the prices of every kind of use', async ({ genai: { get } }) => {
    const page = await get('/v2/gen-ai/models/catalog?limit=1')
    expect(page.body.data).toHaveLength(1)
    expect(page.body.links.pages.next).toContain('page=2')
    const both = await get('/v2/gen-ai/models/catalog?limit=1&per_page=2')
    expect(both.body.data).toHaveLength(2)
    const card = await get(`/v2/gen-ai/models/catalog/${llama}?model_id=llama3.3-70b-instruct`)
    expect(card.body.data.pricing_detail.variants.map(({ label }) => label)).toEqual(['Standard', 'Batch'])
    expect(card.body.data.code_snippets.curl).toContain('http://127.0.0.1:4020/v1/chat/completions')
    expect((await get(`/v2/gen-ai/models/catalog/${llama}?model_id=gte-large-en-v1.5`)).status).toBe(404)
    expect((await get('/v2/gen-ai/models/catalog/nothing')).status).toBe(404)
  })

  it('filters regions by both parameters', async ({ genai: { get } }) => {
    const slugs = async (query: Query) => (await get(`/v2/gen-ai/regions${query}`)).body.regions.map(({ region }) => region)
    expect(await slugs('')).toEqual(['ams3', 'nyc2', 'tor1'])
    expect(await slugs('?serves_batch=false')).toEqual(['nyc2'])
    expect(await slugs('?serves_batch=true&serves_inference=true')).toEqual(['ams3', 'tor1'])
  })
})
