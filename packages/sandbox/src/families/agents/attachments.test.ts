import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { haiku, llama, nobody } from '../../../test/fixtures.ts'
import { forbidden } from '../../../test/operation-at.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { noReferences } from './agent-state.ts'
import { findRollbackFault } from './versions.ts'

describe('agent API keys', () => {
  it('shows the secret once and accepts it until the key is rotated or deleted', async ({ genai: sandbox }) => {
    const { uuid } = await sandbox.makeAgent()
    await sandbox.pass(70)
    const path = `/v2/gen-ai/agents/${uuid}/api_keys` as const
    const key = (await sandbox.post(path, { name: 'storefront-widget' })).body.api_key_info
    const requestStatus = async (token: string) =>
      (await sandbox.post('/api/v1/chat/completions', { model: 'any', messages: [{ role: 'user', content: 'Hello' }] }, { token })).status
    expect(await requestStatus(key.secret_key)).toBe(200)
    expect((await sandbox.post(path, { name: 'storefront-widget' })).status).toBe(409)
    const keys = (await sandbox.get(path)).body.api_key_infos
    expect(keys).toHaveLength(1)
    expect(keys[0]).not.toHaveProperty('secret_key')
    const { agent } = (await sandbox.get(`/v2/gen-ai/agents/${uuid}`)).body
    expect(agent.api_keys).toEqual([{ api_key: `****************${String(key.secret_key).slice(-4)}` }])
    const renamed = await sandbox.put(`${path}/${key.uuid}`, forbidden({ name: 'chat-window', secret_key: 'mine' }))
    expect(renamed.body.api_key_info).toEqual({ ...keys[0], name: 'chat-window' })
    expect(await requestStatus(key.secret_key)).toBe(200)
    await sandbox.pass(60)
    const rotated = (await sandbox.put(`${path}/${key.uuid}/regenerate`)).body.api_key_info
    expect(rotated).toMatchObject({ uuid: key.uuid, name: 'chat-window', created_at: '2026-03-03T09:32:10Z' })
    expect([await requestStatus(key.secret_key), await requestStatus(rotated.secret_key)]).toEqual([401, 200])
    expect((await sandbox.delete(`${path}/${key.uuid}`)).body.api_key_info).toHaveProperty('deleted_at')
    expect(await requestStatus(rotated.secret_key)).toBe(401)
    expect((await sandbox.delete(`${path}/${key.uuid}`)).status).toBe(404)
    expect((await sandbox.put(`${path}/${key.uuid}/regenerate`)).status).toBe(404)
  })
})

describe('agent functions', () => {
  const schema = { type: 'object', properties: { order_number: { type: 'string' } }, required: ['order_number'] }

  it('attaches, updates and detaches a function', async ({ genai: { makeAgent, post, put, get, delete: remove } }) => {
    const { uuid } = await makeAgent()
    const { namespace } = (await post('/v2/functions/namespaces', { region: 'tor1', label: 'orders' })).body
    const path = `/v2/gen-ai/agents/${uuid}/functions` as const
    const order = {
      function_name: 'order_status',
      description: 'Says where an order is.',
      faas_namespace: namespace.namespace,
      faas_name: 'orders/status',
      input_schema: schema,
    }
    const response = await post(path, order)
    const [attached] = response.body.agent.functions
    expect(attached).toMatchObject({ name: 'order_status', input_schema: schema, output_schema: {} })
    expect(attached.api_key).toMatch(/^[0-9a-f]{64}$/)
    expect(attached.url).toBe(`${namespace.api_host}/api/v1/web/${namespace.namespace}/orders/status`)
    const [read] = (await get(`/v2/gen-ai/agents/${uuid}`)).body.agent.functions
    expect(read).not.toHaveProperty('api_key')
    expect((await post(path, order)).status).toBe(409)
    expect((await post(path, { ...order, function_name: 'other', faas_namespace: 'fn-nothing' })).status).toBe(404)
    expect((await put(`${path}/${attached.uuid}`, { faas_name: 'orders/status-v2' })).body.message).toContain('faas_namespace')
    const moved = await put(`${path}/${attached.uuid}`, { faas_namespace: namespace.namespace, faas_name: 'orders/status-v2' })
    expect(moved.body.agent.functions[0]).toMatchObject({ name: 'order_status', faas_name: 'orders/status-v2' })
    const output = { properties: [{ name: 'state', type: 'string', description: 'Where it is' }] }
    const other = await put(`${path}/${attached.uuid}`, { input_schema: { parameters: null }, output_schema: output })
    expect(other.body.agent.functions[0]).toMatchObject({ input_schema: schema, output_schema: output })
    await post(path, { ...order, function_name: 'other' })
    expect((await put(`${path}/${attached.uuid}`, { function_name: 'other' })).status).toBe(409)
    expect((await remove(`${path}/${attached.uuid}`)).body.agent.functions).toHaveLength(1)
    expect((await remove(`${path}/${attached.uuid}`)).status).toBe(404)
    expect((await put(`${path}/${attached.uuid}`, { description: 'Gone' })).status).toBe(404)
  })
})

describe('agent guardrails', () => {
  const jailbreak = '4db17a96-ce85-40d2-8a14-9526ed38b054'
  const moderation = 'c5d9f21e-460d-485a-ac9c-1dae65b038dc'

  it('sorts guardrails by priority and moves one that is attached again', async ({ genai: { makeAgent, post, delete: remove } }) => {
    const { uuid } = await makeAgent()
    const path = `/v2/gen-ai/agents/${uuid}/guardrails` as const
    const order = ({ body }: { body: { agent: { guardrails: readonly { name: string; priority: number }[] } } }) =>
      body.agent.guardrails.map(({ name, priority }) => `${priority} ${name}`)
    expect(order(await post(path, { guardrails: [{ guardrail_uuid: jailbreak, priority: 3 }, { guardrail_uuid: moderation }] }))).toEqual([
      '3 Jailbreak',
      '4 Content moderation',
    ])
    expect(order(await post(path, { guardrails: [{ guardrail_uuid: moderation, priority: 1 }] }))).toEqual([
      '1 Content moderation',
      '3 Jailbreak',
    ])
    expect((await post(path, { guardrails: [] })).status).toBe(422)
    expect((await post(path, { guardrails: [{ guardrail_uuid: jailbreak }, { guardrail_uuid: jailbreak }] })).status).toBe(422)
    expect((await post(path, { guardrails: [{ guardrail_uuid: jailbreak, priority: 9 }, { guardrail_uuid: nobody }] })).status).toBe(404)
    expect(order(await remove(`${path}/${moderation}`))).toEqual(['3 Jailbreak'])
    expect((await remove(`${path}/${moderation}`)).status).toBe(404)
  })
})

describe('agent knowledge bases', () => {
  it('attaches one or several, and detaches a deleted knowledge base', async ({
    genai: { makeAgent, makeBase, post, get, delete: remove },
  }) => {
    const { uuid: pages } = await makeBase()
    const { uuid: reviews } = await makeBase({ name: 'book-reviews' })
    const { uuid } = await makeAgent({ knowledge_base_uuid: [pages] })
    const path = `/v2/gen-ai/agents/${uuid}/knowledge_bases` as const
    const listAttachedNames = async () => (await get(`/v2/gen-ai/agents/${uuid}`)).body.agent.knowledge_bases.map((base) => base.name)
    expect(await listAttachedNames()).toEqual(['shop-pages'])
    expect((await post(`${path}/${pages}`)).status).toBe(409)
    expect((await post(`${path}/${nobody}`)).status).toBe(404)
    expect((await post(path, { knowledge_base_uuids: [reviews, nobody] })).status).toBe(404)
    expect(await listAttachedNames()).toEqual(['shop-pages'])
    const both = await post(path, { knowledge_base_uuids: [pages, reviews] })
    expect(both.body.agent.knowledge_bases[1]).toMatchObject({ name: 'book-reviews', added_to_agent_at: '2026-03-03T09:30:00Z' })
    expect((await post(path)).body.agent.knowledge_bases).toHaveLength(2)
    await remove(`/v2/gen-ai/knowledge_bases/${pages}`)
    expect(await listAttachedNames()).toEqual(['book-reviews'])
    expect((await remove(`${path}/${reviews}`)).body.agent.knowledge_bases).toEqual([])
    expect((await remove(`${path}/${reviews}`)).status).toBe(404)
    expect((await post(`${path}/${reviews}`)).body.agent.knowledge_bases).toHaveLength(1)
  })
})

describe('agent routes', () => {
  const route = { route_name: 'orders', if_case: 'It is about an order.' }

  it('adds, updates and removes routes to child agents, and rejects cycles', async ({
    genai: { makeAgent, post, put, get, delete: remove },
  }) => {
    const [a, b, c] = await Promise.all([makeAgent(), makeAgent({ name: 'orders-helper' }), makeAgent({ name: 'returns-helper' })])
    const path = (parent: { uuid: string }, child: { uuid: string }) =>
      `/v2/gen-ai/agents/${parent.uuid}/child_agents/${child.uuid}` as const
    expect((await post(path(a, b), route)).body).toEqual({ parent_agent_uuid: a.uuid, child_agent_uuid: b.uuid })
    expect((await post(path(a, b), { ...route, route_name: 'again' })).status).toBe(409)
    expect((await post(path(a, a), route)).status).toBe(422)
    expect((await post(path(a, c), route)).body.message).toContain('route_name')
    expect((await post(path(b, c), route)).status).toBe(200)
    expect((await post(path(c, a), route)).body.message).toContain('leads back')
    expect((await post(path(a, { uuid: nobody }), route)).status).toBe(404)
    const children = await get(`/v2/gen-ai/agents/${a.uuid}/child_agents`)
    expect(children.body.children).toMatchObject([
      { uuid: b.uuid, name: 'orders-helper', route_name: 'orders', if_case: 'It is about an order.' },
    ])
    const changed = await put(path(a, b), { if_case: 'It is about an order or a gift card.' })
    expect(changed.body).toMatchObject({ uuid: children.body.children[0]['route_uuid'], rollback: false })
    expect((await put(path(a, c), { if_case: 'Never' })).status).toBe(404)
    const { agent } = (await get(`/v2/gen-ai/agents/${b.uuid}`)).body
    expect(agent.parent_agents).toMatchObject([{ uuid: a.uuid }])
    expect(agent.child_agents).toMatchObject([{ uuid: c.uuid }])
    expect((await remove(path(a, b))).body.child_agent_uuid).toBe(b.uuid)
    expect((await remove(path(a, b))).status).toBe(404)
    expect((await post(path(c, a), route)).status).toBe(200)
  })

  it('accepts routes without name and condition, and sends route_created_at with every agent', async ({
    genai: { makeAgent, post, put, get },
  }) => {
    const [a, b, c] = await Promise.all([makeAgent(), makeAgent({ name: 'orders-helper' }), makeAgent({ name: 'returns-helper' })])
    const path = (child: { uuid: string }) => `/v2/gen-ai/agents/${a.uuid}/child_agents/${child.uuid}` as const
    expect((await post(path(b), {})).status).toBe(200)
    expect((await post(path(c), { route_name: '', if_case: '' })).status).toBe(200)
    const children = async () => (await get(`/v2/gen-ai/agents/${a.uuid}/child_agents`)).body.children
    expect(await children()).toMatchObject([b, c].map(({ uuid }) => ({ uuid, route_name: '', if_case: '' })))
    expect((await put(path(b), { route_name: 'orders' })).status).toBe(200)
    expect(await children()).toMatchObject([{ route_name: 'orders', if_case: '' }, { route_name: '' }])
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/)
    expect((await get(`/v2/gen-ai/agents/${a.uuid}`)).body.agent).toMatchObject({
      route_created_at: time,
      child_agents: [{ route_created_at: time }, {}],
    })
    for (const agent of (await get('/v2/gen-ai/agents')).body.agents) expect(agent.route_created_at).toEqual(time)
  })
})

describe('agent versions', () => {
  it('creates a version with every change and none with a rollback', async ({ genai: { makeAgent, put, get, post } }) => {
    const { uuid, version_hash: first } = await makeAgent({ description: 'As made' })
    const helper = await makeAgent({ name: 'orders-helper' })
    const path = `/v2/gen-ai/agents/${uuid}` as const
    const versions = async () => (await get(`${path}/versions`)).body.agent_versions
    await put(path, { max_tokens: 512, tags: ['storefront'] })
    await put(path, { max_tokens: 512 })
    await post(`${path}/child_agents/${helper.uuid}`, { route_name: 'orders', if_case: 'It is about an order.' })
    const history = await versions()
    expect(history.map(({ trigger_action: action, currently_applied: applied }) => [action, applied])).toEqual([
      ['attach_agent', true],
      ['update', false],
      ['create', false],
    ])
    expect(history[0].attached_child_agents).toMatchObject([{ agent_name: 'orders-helper', is_deleted: false }])
    expect(history[1]).toMatchObject({
      max_tokens: 512,
      tags: ['storefront'],
      model_name: 'Llama 3.3 Instruct 70B',
      created_by_email: 'maya@tidewater.example',
    })
    const rollback = await put(`${path}/versions`, { version_hash: first })
    expect(rollback.body).toMatchObject({ version_hash: first, audit_header: { origin_application: 'api' } })
    const { agent } = (await get(path)).body
    expect(agent).toMatchObject({ max_tokens: 2048, tags: [], child_agents: [], version_hash: first })
    expect((await versions()).filter(({ currently_applied: applied }) => applied)).toHaveLength(1)
    expect(await versions()).toHaveLength(3)
    await put(`${path}/versions`, { version_hash: history[0].version_hash })
    expect((await get(path)).body.agent.child_agents).toHaveLength(1)
    expect((await put(`${path}/versions`, { version_hash: 'none' })).status).toBe(404)
  })

  it('rolls back by the path of a version, with or without a body', async ({ genai: { makeAgent, put, get } }) => {
    const { uuid, version_hash: first } = await makeAgent()
    const other = await makeAgent({ name: 'orders-helper' })
    const path = `/v2/gen-ai/agents/${uuid}` as const
    const second = (await put(path, { k: 3 })).body.agent.version_hash
    expect((await put(`${path}/versions/${first}/rollback`)).body).toMatchObject({
      version_hash: first,
      audit_header: { actor_ip: '127.0.0.1' },
    })
    expect((await get(path)).body.agent).toMatchObject({ k: 10, version_hash: first })
    expect((await put(`${path}/versions/${second}/rollback`, { uuid: 'whatever' })).status).toBe(200)
    expect((await get(path)).body.agent).toMatchObject({ k: 3, version_hash: second })
    for (const hash of ['none', other.version_hash]) expect((await put(`${path}/versions/${hash}/rollback`)).status).toBe(404)
  })

  it('returns 412 for a rollback to a version with a deleted attachment', async ({
    genai: { makeAgent, makeBase, put, get, delete: remove },
  }) => {
    const { uuid: base } = await makeBase()
    const { uuid, version_hash: first } = await makeAgent({ knowledge_base_uuid: [base] })
    await remove(`/v2/gen-ai/knowledge_bases/${base}`)
    const path = `/v2/gen-ai/agents/${uuid}/versions` as const
    const [now, before] = (await get(path)).body.agent_versions
    expect(now).toMatchObject({ can_rollback: true, currently_applied: true, attached_knowledgebases: [] })
    expect(before).toMatchObject({ can_rollback: false, attached_knowledgebases: [{ name: 'shop-pages', is_deleted: true }] })
    expect((await put(path, { version_hash: first })).status).toBe(412)
  })

  it('returns 412 for a rollback to a version with a deleted router', async ({ genai: { agentOf, put, get, post, delete: remove } }) => {
    const policies = [{ task_slug: 'summarization', models: ['llama3.1-8b-instruct'] }]
    const router = { name: 'shop-router', policies, fallback_models: ['llama3.3-70b-instruct'] }
    const { uuid: routerUuid } = (await post('/v2/gen-ai/models/routers', router)).body.model_router
    const { agent } = (await post('/v2/gen-ai/agents', agentOf({ model_uuid: undefined, model_router_uuid: routerUuid }))).body
    await put(`/v2/gen-ai/agents/${agent.uuid}`, { model_uuid: llama })
    const path = `/v2/gen-ai/agents/${agent.uuid}/versions` as const
    const canRollBack = async () => (await get(path)).body.agent_versions.map(({ can_rollback: can }) => can)
    expect(await canRollBack()).toEqual([true, true])
    await remove(`/v2/gen-ai/models/routers/${routerUuid}`)
    expect(await canRollBack()).toEqual([true, false])
    expect((await put(path, { version_hash: agent.version_hash })).status).toBe(412)
  })

  it('returns 412 for a rollback to a version with a deleted provider key', async ({
    genai: { makeAgent, put, get, post, delete: remove },
  }) => {
    const keys = '/v2/gen-ai/anthropic/keys'
    const { uuid: key } = (await post(keys, { name: 'books', api_key: 'sk-ant-books' })).body.api_key_info
    const { uuid, version_hash: first } = await makeAgent({ model_uuid: haiku, anthropic_key_uuid: key })
    await put(`/v2/gen-ai/agents/${uuid}`, { model_uuid: llama, anthropic_key_uuid: '' })
    await remove(`${keys}/${key}`)
    const path = `/v2/gen-ai/agents/${uuid}/versions` as const
    expect((await get(path)).body.agent_versions.map(({ can_rollback: can }) => can)).toEqual([true, false])
    expect((await put(path, { version_hash: first })).status).toBe(412)
  })

  it('cannot be restored with a provider key that was never stored', () => {
    const ctx = { engine: { find: () => undefined } } as unknown as AccountContext
    expect(findRollbackFault(ctx, nobody, { ...noReferences, providerKey: nobody })).toMatch(/no longer exists/)
    expect(findRollbackFault(ctx, nobody, noReferences)).toBeUndefined()
  })

  it('returns 412 for a rollback that closes a circle of routes', async ({ genai: { makeAgent, get, post, put, delete: remove } }) => {
    const [a, b] = [await makeAgent(), await makeAgent({ name: 'orders-helper' })]
    const route = { route_name: 'orders', if_case: 'It is about an order.' }
    await post(`/v2/gen-ai/agents/${a.uuid}/child_agents/${b.uuid}`, route)
    const path = `/v2/gen-ai/agents/${a.uuid}/versions` as const
    const { agent_versions: [routed] = [] } = (await get(path)).body
    await remove(`/v2/gen-ai/agents/${a.uuid}/child_agents/${b.uuid}`)
    await post(`/v2/gen-ai/agents/${b.uuid}/child_agents/${a.uuid}`, route)
    expect((await get(path)).body.agent_versions.map(({ can_rollback: can }) => can)).toEqual([true, false, true])
    const response = await put(path, { version_hash: String(routed?.version_hash) })
    expect(response).toMatchObject({ status: 412, body: { message: expect.stringContaining('leads back') } })
  })

  it('keeps keys, visibility and workspace in a rollback', async ({ genai: { makeAgent, put, get, post, pass } }) => {
    const { uuid, version_hash: first } = await makeAgent()
    await pass(70)
    const path = `/v2/gen-ai/agents/${uuid}` as const
    await put(path, { k: 3 })
    await put(`${path}/deployment_visibility`, { visibility: 'VISIBILITY_PUBLIC' })
    await post(`${path}/api_keys`, { name: 'widget' })
    await post('/v2/gen-ai/workspaces', { name: 'shop-floor', agent_uuids: [uuid] })
    await put(`${path}/versions`, { version_hash: first })
    const { agent } = (await get(path)).body
    expect(agent).toMatchObject({
      k: 10,
      deployment: { visibility: 'VISIBILITY_PUBLIC' },
      workspace: { name: 'shop-floor' },
      api_key_infos: [{ name: 'widget' }],
    })
  })
})
