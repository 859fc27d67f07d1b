import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { nobody } from '../../../test/fixtures.ts'

describe('agent workspaces', () => {
  it('moves agents from one workspace to another', async ({ genai: { makeAgent, post, put, get, pass } }) => {
    const [a, b] = [await makeAgent(), await makeAgent({ name: 'orders-helper' })]
    const response = await post('/v2/gen-ai/workspaces', { name: 'shop-floor', description: 'For customers', agent_uuids: [a.uuid] })
    const { workspace: floor } = response.body
    expect(floor).toMatchObject({ agents: [{ uuid: a.uuid }], created_by_email: 'maya@tidewater.example', evaluation_test_cases: [] })
    const { workspace: office } = (await post('/v2/gen-ai/workspaces', { name: 'office' })).body
    const path = `/v2/gen-ai/workspaces/${office.uuid}` as const
    expect((await put(`${path}/agents`, { agent_uuids: [a.uuid, nobody] })).status).toBe(404)
    expect((await get(path)).body.workspace.agents).toEqual([])
    const moved = await put(`${path}/agents`, { agent_uuids: [a.uuid, b.uuid] })
    expect(moved.body.workspace.agents.map(({ uuid }) => uuid)).toEqual([b.uuid, a.uuid])
    expect((await get(`/v2/gen-ai/workspaces/${floor.uuid}/agents`)).body.agents).toEqual([])
    expect((await get(`/v2/gen-ai/agents/${a.uuid}`)).body.agent.workspace).toMatchObject({ name: 'office' })
    expect((await get(`/v2/gen-ai/agents/${a.uuid}`)).body.agent.workspace).not.toHaveProperty('agents')
    expect((await get(`${path}/agents?only_deployed=true`)).body.agents).toEqual([])
    await pass(70)
    expect((await get(`${path}/agents?only_deployed=true&per_page=1`)).body.meta.total).toBe(2)
  })

  it('returns 409 for a name in use and 412 when a workspace with agents is deleted', async ({
    genai: { makeAgent, post, put, get, delete: remove },
  }) => {
    const { workspace } = (await post('/v2/gen-ai/workspaces', { name: 'shop-floor' })).body
    await makeAgent({ workspace_uuid: workspace.uuid })
    await post('/v2/gen-ai/workspaces', { name: 'office' })
    const path = `/v2/gen-ai/workspaces/${workspace.uuid}` as const
    expect((await post('/v2/gen-ai/workspaces', { name: 'office' })).status).toBe(409)
    expect((await post('/v2/gen-ai/workspaces', { name: 'new', agent_uuids: [nobody] })).status).toBe(404)
    expect((await put(path, { name: 'office' })).status).toBe(409)
    expect((await put(path, { description: 'Agents that customers talk to' })).body.workspace).toMatchObject({
      name: 'shop-floor',
      description: 'Agents that customers talk to',
    })
    const listing = (await get('/v2/gen-ai/workspaces')).body.workspaces
    expect(listing).toHaveLength(2)
    expect(listing[1]).not.toHaveProperty('agents')
    expect((await remove(path)).status).toBe(412)
    const [{ uuid }] = (await get('/v2/gen-ai/agents')).body.agents
    await remove(`/v2/gen-ai/agents/${uuid}`)
    expect((await remove(path)).body).toEqual({ workspace_uuid: workspace.uuid })
  })
})
