import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { haiku, llama } from '../../../test/fixtures.ts'
import type { TestSandbox } from '../../../test/create-test-sandbox.ts'
import { forbidden } from '../../../test/operation-at.ts'

describe.each([
  { provider: 'anthropic', model: haiku, field: 'anthropic_key_uuid', shown: 'anthropic_api_key', name: 'MODEL_PROVIDER_ANTHROPIC' },
  {
    provider: 'openai',
    model: '6f92b3c8-07d5-4e1a-8c64-b1d0e5a7392f',
    field: 'open_ai_key_uuid',
    shown: 'openai_api_key',
    name: 'MODEL_PROVIDER_OPENAI',
  },
] as const)('a key of $provider', ({ provider, model, field, shown, name }) => {
  const path = `/v2/gen-ai/${provider}/keys` as const

  it('is stored, listed by name, renamed and replaced, and never returned', async ({ genai: { post, put, get, pass } }) => {
    const { api_key_info: key } = (await post(path, { name: 'tidewater', api_key: 'example-key-1' })).body
    await post(path, { name: 'another', api_key: 'example-key-2' })
    expect((await post(path, { name: 'another', api_key: 'example-key-3' })).status).toBe(409)
    expect((await post(path, { name: 'bad', api_key: 'revoked-key' })).body.message).toContain('api_key')
    const listing = await get(path)
    expect(listing.body.api_key_infos.map((info) => info.name)).toEqual(['another', 'tidewater'])
    expect(JSON.stringify(listing.body)).not.toContain('example-key')
    await pass(60)
    expect((await put(`${path}/${key.uuid}`, { api_key: 'example-key-4' })).body.api_key_info.updated_at).toBe('2026-03-03T09:31:00Z')
    expect((await put(`${path}/${key.uuid}`, { name: 'another' })).status).toBe(409)
    expect((await put(`${path}/${key.uuid}`, { api_key: 'invalid' })).status).toBe(422)
    expect((await put(`${path}/${key.uuid}`, { name: 'shop' })).body.api_key_info.name).toBe('shop')
    expect((await get(`${path}/${key.uuid}`)).body.api_key_info).toMatchObject({ uuid: key.uuid, name: 'shop' })
  })

  it('gives agents the models of its provider, and stays visible on agents after it is deleted', async ({
    genai: { post, get, put, makeAgent, agentOf, delete: remove },
  }) => {
    const { uuid } = (await post(path, { name: 'tidewater', api_key: 'example-key-1' })).body.api_key_info
    const { agent } = (await post('/v2/gen-ai/agents', agentOf({ model_uuid: model, [field]: uuid }))).body
    expect(agent).toMatchObject({ [shown]: { uuid, name: 'tidewater' }, model_provider_key: { api_key_uuid: uuid, provider: name } })
    expect((await post('/v2/gen-ai/agents', agentOf({ model_uuid: llama, [field]: uuid }))).status).toBe(422)
    expect((await makeAgent({ model_uuid: model, model_provider_key_uuid: uuid }))[shown].uuid).toBe(uuid)
    const using = await get(`${path}/${uuid}/agents?per_page=1`)
    expect(using.body).toMatchObject({ agents: [{ model: { uuid: model } }], meta: { total: 2 } })
    expect((await remove(`${path}/${uuid}`)).body.api_key_info).toHaveProperty('deleted_at')
    expect((await get(`${path}/${uuid}/agents`)).status).toBe(404)
    const left = (await get(`/v2/gen-ai/agents/${agent.uuid}`)).body.agent
    expect(left).not.toHaveProperty(shown)
    expect(left.model_provider_key).toMatchObject({ api_key_uuid: uuid, deleted_at: '2026-03-03T09:30:00Z' })
    expect((await post('/v2/gen-ai/agents', agentOf({ model_uuid: model, [field]: uuid }))).status).toBe(404)
    const other = (await put(`/v2/gen-ai/agents/${agent.uuid}`, { model_uuid: llama })).body.agent
    expect(other).not.toHaveProperty('model_provider_key')
  })
})

describe('a model access key', () => {
  const path = '/v2/gen-ai/models/api_keys'
  const opens = async (sandbox: TestSandbox, token: string) => (await sandbox.get('/v1/models', { token })).status

  it('exists from the start, and cannot be created', async ({ genai: sandbox }) => {
    const { api_key_infos: keys } = (await sandbox.get(path)).body
    expect(keys).toHaveLength(1)
    expect(keys[0]).not.toHaveProperty('secret_key')
    const refused = await sandbox.post(path, { name: 'second' })
    expect([refused.status, refused.body.id]).toEqual([410, 'gone'])
    const renamed = await sandbox.put(`${path}/${keys[0].uuid}`, forbidden({ name: 'storefront', secret_key: 'mine', created_by: '1' }))
    expect(renamed.body.api_key_info).toEqual({ ...keys[0], name: 'storefront' })
    expect(await opens(sandbox, sandbox.credentials().inference_key)).toBe(200)
  })

  it('authorizes inference with its newest secret until it is deleted', async ({ genai: sandbox }) => {
    const [{ uuid }] = (await sandbox.get(path)).body.api_key_infos
    const { inference_key: first } = sandbox.credentials()
    expect(await opens(sandbox, first)).toBe(200)
    const { secret_key: second } = (await sandbox.put(`${path}/${uuid}/regenerate`)).body.api_key_info
    expect(second).toMatch(/^sk-do-[0-9a-f]{64}$/)
    expect([await opens(sandbox, first), await opens(sandbox, second)]).toEqual([401, 200])
    expect((await sandbox.delete(`${path}/${uuid}`)).body.api_key_info).toHaveProperty('deleted_at')
    expect(await opens(sandbox, second)).toBe(401)
    expect((await sandbox.put(`${path}/${uuid}/regenerate`)).status).toBe(404)
  })
})

describe('a connection to Dropbox or Google', () => {
  const back = 'https://tidewater.example/connected'

  it('returns an authorization URL with a redirect back', async ({ genai: { get } }) => {
    const ask = (type: string, redirect: string) => get(`/v2/gen-ai/oauth2/url?type=${type}&redirect_url=${encodeURIComponent(redirect)}`)
    expect(new URL((await ask('dropbox', back)).body.url).searchParams.get('redirect_uri')).toBe(back)
    expect((await ask('google', back)).body.url).toContain('google')
    expect((await ask('box', back)).status).toBe(422)
    expect((await ask('dropbox', 'http://tidewater.example/connected')).body.message).toContain('redirect_url')
  })

  it('exchanges a code for tokens once', async ({ genai: { post } }) => {
    const body = { code: 'example-code-1', redirect_url: back } as const
    const first = await post('/v2/gen-ai/oauth2/dropbox/tokens', body)
    expect(first.body.refresh_token).not.toBe(first.body.token)
    expect((await post('/v2/gen-ai/oauth2/dropbox/tokens', body)).body.message).toContain('code')
    expect(
      (await post('/v2/gen-ai/oauth2/dropbox/tokens', { ...body, code: 'example-code-2', redirect_url: 'http://tidewater.example' }))
        .status,
    ).toBe(422)
  })
})
