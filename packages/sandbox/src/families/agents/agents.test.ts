import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { haiku, llama, nobody, reasoner } from '../../../test/fixtures.ts'
import type { Fields } from '../../../test/operation-at.ts'

describe('agents', () => {
  it('[families-ai] deploys a new agent and runs it at its own URL', async ({ genai: { makeAgent, get, pass } }) => {
    const agent = await makeAgent({ tags: ['storefront'] })
    expect(agent).toMatchObject({
      url: '',
      k: 10,
      max_tokens: 2048,
      temperature: 0.7,
      tags: ['storefront'],
      model: { inference_name: 'llama3.3-70b-instruct' },
    })
    expect(agent.model).not.toHaveProperty('pricing')
    expect(agent.deployment).toMatchObject({ status: 'STATUS_WAITING_FOR_DEPLOYMENT', visibility: 'VISIBILITY_UNKNOWN', url: '' })
    const path = `/v2/gen-ai/agents/${agent.uuid}` as const
    expect((await get('/v2/gen-ai/agents?only_deployed=true')).body.agents).toEqual([])
    await pass(10)
    expect((await get(path)).body.agent.deployment.status).toBe('STATUS_DEPLOYING')
    await pass(60)
    const { agent: running } = (await get(path)).body
    expect(running.deployment).toMatchObject({
      status: 'STATUS_RUNNING',
      visibility: 'VISIBILITY_PRIVATE',
      updated_at: '2026-03-03T09:31:10Z',
    })
    expect(running.url).toMatch(/^https:\/\/shop-assistant-[0-9a-f]{4}\.agents\.spindrift\.example$/)
    expect(running.deployment.url).toBe(running.url)
    const listing = await get('/v2/gen-ai/agents?only_deployed=true')
    expect(listing.body.agents.map(({ uuid }) => uuid)).toEqual([agent.uuid])
    expect(listing.body.agents[0]).not.toHaveProperty('api_key_infos')
    expect((await get('/v2/tags/storefront')).status).toBe(200)
  })

  it('rejects an agent whose references do not exist or do not match', async ({ genai: { agentOf, post, project } }) => {
    const requestAgent = async (fields: Fields<'/v2/gen-ai/agents'>) => {
      const { status, body } = await post('/v2/gen-ai/agents', agentOf(fields))
      return `${status} ${String(body.message).split(/[:,]/, 1)[0]}`
    }
    expect(await requestAgent({ model_uuid: '' })).toBe('422 model_uuid')
    expect(await requestAgent({ model_uuid: nobody })).toBe('404 model_uuid')
    expect(await requestAgent({ model_router_uuid: nobody })).toBe('422 model_uuid')
    expect(await requestAgent({ model_uuid: '', model_router_uuid: nobody })).toBe('404 model_router_uuid')
    expect(await requestAgent({ model_uuid: '', router_preset_slug: 'nothing' })).toBe('404 router_preset_slug')
    expect(await requestAgent({ model_uuid: '5a7d92e0-1c38-4be6-a4f5-0d83c61e7b24' })).toBe('422 model_uuid')
    expect(await requestAgent({ model_uuid: 'e1b8035f-6d27-49ac-b3e4-58c0f7a19d62' })).toBe('422 model_uuid')
    expect(await requestAgent({ model_uuid: haiku })).toBe('422 model_provider_key_uuid')
    expect(await requestAgent({ model_uuid: haiku, anthropic_key_uuid: nobody })).toBe('404 anthropic_key_uuid')
    expect(await requestAgent({ project_id: nobody })).toBe('404 project_id')
    expect(await requestAgent({ region: 'fra1' })).toBe('422 region')
    expect(await requestAgent({ workspace_uuid: nobody })).toBe('404 workspace_uuid')
    expect(await requestAgent({ knowledge_base_uuid: [nobody] })).toBe('404 knowledge_base_uuid')
    const server = { server_label: 'catalog', server_url: 'https://tools.tidewater.example/mcp' }
    expect(await requestAgent({ mcp_servers: [server, server] })).toBe('422 mcp_servers.1.server_label')
    expect(await requestAgent({ mcp_servers: [{ ...server, server_url: 'http://tools.tidewater.example/mcp' }] })).toBe(
      '422 mcp_servers.0.server_url',
    )
    expect(await requestAgent({ project_id: project })).toMatch(/^200/)
  })

  it('creates an agent with a model router of the account or a preset', async ({ genai: { agentOf, post, get, put } }) => {
    const policies = [{ custom_task: { name: 'orders', description: 'Where an order is' }, models: ['llama3.1-8b-instruct'] }]
    const router = await post('/v2/gen-ai/models/routers', { name: 'shop-router', policies, fallback_models: ['llama3.3-70b-instruct'] })
    const { uuid } = router.body.model_router
    const response = await post('/v2/gen-ai/agents', agentOf({ model_uuid: undefined, model_router_uuid: uuid }))
    expect(response.body.agent).toMatchObject({ model_router: { name: 'shop-router' } })
    expect(response.body.agent).not.toHaveProperty('model')
    const update = await put(`/v2/gen-ai/agents/${response.body.agent.uuid}`, { model_uuid: llama })
    expect(update.body.agent).toMatchObject({ model: { uuid: llama } })
    expect(update.body.agent).not.toHaveProperty('model_router')
    for (const { slug } of (await get('/v2/gen-ai/models/routers/presets')).body.presets) {
      const preset = await post('/v2/gen-ai/agents', agentOf({ model_uuid: undefined, router_preset_slug: slug }))
      expect(preset.body.agent.model_router.name).toBe(slug)
    }
  })

  it('updates only the fields in the request, within the limits of the model', async ({ genai: { makeAgent, put, get } }) => {
    const { uuid } = await makeAgent()
    const path = `/v2/gen-ai/agents/${uuid}` as const
    const changed = await put(path, {
      max_tokens: 512,
      k: 5,
      retrieval_method: 'RETRIEVAL_METHOD_SUB_QUERIES',
      allowed_domains: ['tidewater.example'],
    })
    expect(changed.body.agent).toMatchObject({
      name: 'shop-assistant',
      max_tokens: 512,
      k: 5,
      chatbot: { allowed_domains: ['tidewater.example'] },
    })
    expect((await put(path, { max_tokens: 8193 })).body.message).toContain('max_tokens')
    expect((await put(path, { model_uuid: llama, router_preset_slug: 'general' })).status).toBe(422)
    const thinking = await put(path, { model_uuid: reasoner, reasoning_effort: 'low', thinking_token_budget: 256 })
    expect(thinking.body.agent).toMatchObject({ reasoning_effort: 'low', thinking_token_budget: 256 })
    expect((await put(path, { reasoning_effort: 'most' })).body.message).toContain('low, medium, high')
    expect((await put(path, { thinking_token_budget: 513 })).status).toBe(422)
    await put(path, { model_uuid: llama })
    expect((await get(path)).body.agent).not.toHaveProperty('reasoning_effort')
  })

  it('keeps MCP servers until they are cleared, and masks their authorization', async ({ genai: { makeAgent, put } }) => {
    const server = {
      server_label: 'catalog',
      server_url: 'https://tools.tidewater.example/mcp',
      authorization: 'Bearer example-password-5',
    }
    const { uuid, mcp_servers: servers } = await makeAgent({ mcp_servers: [server] })
    expect(servers).toEqual([{ ...server, authorization: '****************rd-5', allowed_tools: [] }])
    const unchanged = await put(`/v2/gen-ai/agents/${uuid}`, { mcp_servers: null })
    expect(unchanged.body.agent.mcp_servers).toHaveLength(1)
    const without = await put(`/v2/gen-ai/agents/${uuid}`, { clear_mcp_servers: true, mcp_servers: [server] })
    expect(without.body.agent.mcp_servers).toEqual([])
  })

  it('enables log insights only while conversation logs are enabled', async ({ genai: { makeAgent, put } }) => {
    const { uuid } = await makeAgent()
    const path = `/v2/gen-ai/agents/${uuid}` as const
    expect((await put(path, { agent_log_insights_enabled: true })).status).toBe(422)
    const both = await put(path, { conversation_logs_enabled: true, agent_log_insights_enabled: true })
    expect(both.body.agent.logging_config).toEqual({ insights_enabled: true, insights_enabled_at: '2026-03-03T09:30:00Z' })
    const off = await put(path, { conversation_logs_enabled: false })
    expect(off.body.agent.logging_config).toEqual({ insights_enabled: false })
  })

  it('returns 409 for a change of visibility before the first deployment', async ({ genai: { makeAgent, put, pass, get } }) => {
    const { uuid } = await makeAgent()
    const path = `/v2/gen-ai/agents/${uuid}/deployment_visibility` as const
    expect((await put(path, { visibility: 'VISIBILITY_PUBLIC' })).status).toBe(409)
    await pass(70)
    expect((await put(path, { visibility: 'VISIBILITY_UNKNOWN' })).status).toBe(422)
    expect((await put(path, { visibility: 'VISIBILITY_PUBLIC' })).body.agent.deployment.visibility).toBe('VISIBILITY_PUBLIC')
    expect((await get(`/v2/gen-ai/agents/${uuid}`)).body.agent.deployment.visibility).toBe('VISIBILITY_PUBLIC')
  })

  it('reports no usage for a new agent and returns 422 for an invalid period', async ({ genai: { makeAgent, get } }) => {
    const { uuid } = await makeAgent()
    const { body } = await get(`/v2/gen-ai/agents/${uuid}/usage`)
    expect(body.usage).toMatchObject({
      resource_uuid: uuid,
      start: '2026-03-01T00:00:00Z',
      measurements: [
        { usage_type: 'input', tokens: 0 },
        { usage_type: 'output', tokens: 0 },
      ],
    })
    expect(body.log_insights_usage.measurements).toEqual([])
    expect((await get(`/v2/gen-ai/agents/${uuid}/usage?start=2026-03-02T00:00:00Z&stop=2026-03-01T00:00:00Z`)).status).toBe(422)
    // These dates and times do not exist.
    for (const start of ['2026-02-31T00:00:00Z', '2026-03-01T23:59:60Z', '2026-03-01T00:00:00%2B99:99'])
      expect((await get(`/v2/gen-ai/agents/${uuid}/usage?start=${start}`)).status).toBe(422)
  })

  it('counts the tokens of replies, streamed or not', async ({ genai: { makeAgent, get, pass, post, fetch } }) => {
    const { uuid } = await makeAgent()
    await pass(70)
    const { secret_key: token } = (await post(`/v2/gen-ai/agents/${uuid}/api_keys`, { name: 'widget' })).body.api_key_info
    const question = { model: 'any', messages: [{ role: 'user', content: 'When will my order arrive?' }] } as const
    const { usage } = (await post('/api/v1/chat/completions', question, { token })).body
    const use = async () => (await get(`/v2/gen-ai/agents/${uuid}/usage`)).body.usage.measurements.map(({ tokens }) => tokens)
    expect(await use()).toEqual([usage.prompt_tokens, usage.completion_tokens])
    const streamed = await fetch('http://127.0.0.1:4020/api/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...question, stream: true, stream_options: { include_usage: true } }),
    })
    expect(await streamed.text()).toContain('[DONE]')
    expect(await use()).toEqual([2 * usage.prompt_tokens, 2 * usage.completion_tokens])
    const usageBefore = await get(`/v2/gen-ai/agents/${uuid}/usage?stop=2026-03-03T09:31:00Z`)
    expect(usageBefore.body.usage.measurements[0].tokens).toBe(0)
  })

  it('deletes an agent with its keys and versions, and its routes from parents', async ({ genai: sandbox }) => {
    const parent = await sandbox.makeAgent()
    const child = await sandbox.makeAgent({ name: 'orders-helper' })
    await sandbox.post(`/v2/gen-ai/agents/${parent.uuid}/child_agents/${child.uuid}`, {
      route_name: 'orders',
      if_case: 'It is about an order.',
    })
    const key = await sandbox.post(`/v2/gen-ai/agents/${child.uuid}/api_keys`, { name: 'widget' })
    const deleted = await sandbox.delete(`/v2/gen-ai/agents/${child.uuid}`)
    expect(deleted.status).toBe(200)
    expect(deleted.body.agent.uuid).toBe(child.uuid)
    expect((await sandbox.get(`/v2/gen-ai/agents/${child.uuid}`)).status).toBe(404)
    expect((await sandbox.get(`/v2/gen-ai/agents/${child.uuid}/versions`)).status).toBe(404)
    expect((await sandbox.get(`/v2/gen-ai/agents/${parent.uuid}`)).body.agent.child_agents).toEqual([])
    const question = { model: 'any', messages: [{ role: 'user', content: 'Hello' }] } as const
    const response = await sandbox.post('/api/v1/chat/completions', question, { token: key.body.api_key_info.secret_key })
    expect(response.status).toBe(401)
  })
})
