import { describe, expect } from 'vitest'
import { it, createMessages } from '../../../test/inference/inference-sandbox.ts'

const at = '/v2/gen-ai/models/routers'
const orderStatus = { name: 'order-status', description: 'Where an order is, when it arrives or how to return it' } as const
const policies = [
  { task_slug: 'summarization', models: ['llama3.1-8b-instruct'] },
  { custom_task: orderStatus, models: ['llama3.1-8b-instruct', 'llama3.3-70b-instruct'], selection_policy: { prefer: 'cost' } },
] as const
const shopRouter = {
  name: 'shop-router',
  description: 'Small models for small questions',
  policies,
  fallback_models: ['llama3.3-70b-instruct'],
  regions: ['tor1'],
} as const

describe('model routers', () => {
  it('creates routers, lists them by name, updates them in part and deletes them', async ({ sandbox }) => {
    const { status, body } = await sandbox.post(at, shopRouter)
    expect(status).toBe(200)
    const { uuid } = body.model_router
    expect(body.model_router).toMatchObject({
      name: 'shop-router',
      regions: ['tor1'],
      config: { policies, fallback_models: ['llama3.3-70b-instruct'] },
    })
    await sandbox.post(at, { ...shopRouter, name: 'an-earlier-one', regions: null })
    expect((await sandbox.get(at)).body.model_routers.map(({ name }) => name)).toEqual(['an-earlier-one', 'shop-router'])
    const changed = (await sandbox.put(`${at}/${uuid}`, { fallback_models: ['openai-gpt-oss-120b'], regions: [] })).body.model_router
    expect(changed).toMatchObject({
      description: shopRouter.description,
      regions: [],
      config: { policies, fallback_models: ['openai-gpt-oss-120b'] },
    })
    expect((await sandbox.put(`${at}/${uuid}`, { policies: [] })).body.model_router.config).toEqual({
      policies: [],
      fallback_models: ['openai-gpt-oss-120b'],
    })
    expect((await sandbox.get(`${at}/${uuid}`)).body.model_router.config.policies).toEqual([])
    expect((await sandbox.put(`${at}/${uuid}`, { name: 'an-earlier-one' })).status).toBe(409)
    expect(await sandbox.delete(`${at}/${uuid}`)).toMatchObject({ status: 200, body: { uuid } })
  })

  it('selects the model of a request, in every format and in batches', async ({ inference: sandbox }) => {
    await sandbox.ask('POST', at, shopRouter)
    const sendQuestion = async (path: '/v1/chat/completions' | '/v1/responses' | '/v1/messages', content: string, more: object) =>
      (
        await sandbox.post(path, {
          model: 'router:shop-router',
          ...more,
          ...(path.endsWith('responses') ? { input: content } : { messages: createMessages(content) }),
        })
      ).body.model
    for (const [path, more] of [
      ['/v1/chat/completions', {}],
      ['/v1/responses', {}],
      ['/v1/messages', { max_tokens: 50 }],
    ] as const) {
      expect(await sendQuestion(path, 'Where is my order, and when does it arrive?', more)).toBe('llama3.1-8b-instruct')
      expect(await sendQuestion(path, 'Good morning!', more)).toBe('llama3.3-70b-instruct')
    }
    const preset = await sandbox.post('/v1/chat/completions', { model: 'router:general', messages: createMessages('Good morning!') })
    expect(preset.status).toBe(200)
    const unknown = await sandbox.post('/v1/chat/completions', { model: 'router:nobody', messages: createMessages('Good morning!') })
    expect(unknown).toMatchObject({ status: 404, body: { message: expect.stringContaining('router "nobody" not found') } })
  })

  it('offers presets, made of preset tasks', async ({ sandbox }) => {
    const { presets } = (await sandbox.get(`${at}/presets`)).body
    const { tasks } = (await sandbox.get(`${at}/tasks/presets`)).body
    const slugs = tasks.map(({ task_slug: slug }) => slug)
    expect(presets[0].slug).toBe('general')
    for (const { slug, config } of presets) {
      for (const { task_slug: task } of config.policies) expect(slugs).toContain(task)
      expect((await sandbox.post(at, { name: slug, ...config })).status).toBe(200)
    }
    for (const { task_slug: slug, models } of tasks)
      expect((await sandbox.post(at, { name: slug, policies: [{ task_slug: slug, models }], fallback_models: models })).status).toBe(200)
  })

  it('returns 404 or 422 for resources that do not exist', async ({ sandbox }) => {
    const refused: [object, number, string][] = [
      [{ policies: [{ task_slug: 'none', models: ['llama3.1-8b-instruct'] }] }, 404, 'policies.0.task_slug'],
      [{ policies: [{ task_slug: 'summarization', models: ['none'] }] }, 404, 'policies.0.models.0'],
      [{ fallback_models: ['none'] }, 404, 'fallback_models.0'],
      [{ fallback_models: ['gte-large-en-v1.5'] }, 422, 'fallback_models.0'],
      [{ policies: [{ models: ['llama3.1-8b-instruct'] }] }, 422, 'policies'],
      [{ policies: [{ ...policies[0], custom_task: orderStatus }] }, 422, 'policies'],
      [{ policies: [policies[1], policies[1]] }, 422, 'policies.1'],
      [{ policies: [{ ...policies[0], selection_policy: { prefer: 'beauty' } }] }, 422, 'prefer'],
      [{ regions: ['mars1'] }, 422, 'regions'],
    ]
    for (const [wrong, status, field] of refused)
      expect(await sandbox.post(at, { ...shopRouter, ...wrong }), field).toMatchObject({
        status,
        body: { message: expect.stringContaining(field) },
      })
    expect((await sandbox.post(at, shopRouter)).status).toBe(200)
    expect((await sandbox.post(at, shopRouter)).status).toBe(409)
  })

  it('cannot be deleted while an agent uses it', async ({ sandbox }) => {
    const { uuid } = (await sandbox.post(at, shopRouter)).body.model_router
    const { project } = (await sandbox.get('/v2/projects/default')).body
    const agent = { name: 'shop-assistant', instruction: 'Help.', model_router_uuid: uuid, project_id: project.id, region: 'tor1' }
    const created = await sandbox.post('/v2/gen-ai/agents', agent)
    expect(created.status, created.body.message).toBe(200)
    expect((await sandbox.delete(`${at}/${uuid}`)).status).toBe(409)
    await sandbox.delete(`/v2/gen-ai/agents/${created.body.agent.uuid}`)
    expect((await sandbox.delete(`${at}/${uuid}`)).status).toBe(200)
  })
})
