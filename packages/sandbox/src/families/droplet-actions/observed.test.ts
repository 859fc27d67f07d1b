import { expect } from 'vitest'
import { webServer } from '../../../test/create-test-sandbox.ts'
import { createDroplet, type ObservedSandbox, testObserved } from '../../../test/observed.ts'

/** Creates an active droplet and returns the path of its actions. */
async function open(sandbox: ObservedSandbox, more: object = {}) {
  const { id } = await createDroplet(sandbox, more)
  const act = (action: object) => sandbox.post(`/v2/droplets/${id}/actions`, action)
  const finish = async (action: object) => {
    const { body } = await act(action)
    await sandbox.pass(60)
    return sandbox.read(`/v2/actions/${body.action.id}`)
  }
  return { id, act, finish }
}

testObserved({
  'droplet-actions-01': async ({ create, post }) => {
    const { id } = await create('/v2/droplets', webServer)
    return post(`/v2/droplets/${id}/actions`, { type: 'reboot' })
  },
  'droplet-actions-02': async (sandbox) => {
    const { act, finish } = await open(sandbox)
    await finish({ type: 'power_off' })
    return act({ type: 'power_off' })
  },
  'droplet-actions-04': async (sandbox) => (await open(sandbox)).act({ type: 'resize', size: 's-2vcpu-4gb' }),
  'droplet-actions-05': async (sandbox) => {
    const { act, finish } = await open(sandbox)
    await finish({ type: 'power_off' })
    return act({ type: 'resize', size: 's-1vcpu-1gb' })
  },
  'droplet-actions-07': async (sandbox) => {
    await open(sandbox, { tags: ['storefront'] })
    await sandbox.create('/v2/droplets', { ...webServer, name: 'web-02', tags: ['storefront'] })
    return sandbox.post('/v2/droplets/actions?tag_name=storefront', { type: 'reboot' })
  },
  'droplet-actions-08': async (sandbox) => {
    const { create, read, get, pass } = sandbox.open({ lag: 'real', actionSeconds: 0 })
    const path = `/v2/droplets/${(await create('/v2/droplets', webServer)).id}`
    const { id } = await create(`${path}/actions`, { type: 'power_off' })
    expect(await read(`/v2/actions/${id}`)).toMatchObject({ status: 'completed' })
    const response = await get(path)
    expect(response.body.droplet.status).toBe('active')
    await pass(10)
    expect(await read(path)).toMatchObject({ status: 'off' })
    return response
  },
  'droplet-actions-09': async (sandbox) => {
    const { id } = await open(sandbox)
    const response = await sandbox.get(`/v2/droplets/${id}/actions`)
    const [{ started_at, completed_at }] = response.body.actions
    const seconds = (Date.parse(completed_at) - Date.parse(started_at)) / 1000
    expect(seconds).toBeGreaterThanOrEqual(25)
    expect(seconds).toBeLessThanOrEqual(40)
    return response
  },
  'droplet-actions-10': async ({ read, post }) => {
    const { id } = await read('/v2/images/ubuntu-24-04-x64')
    return post(`/v2/images/${id}/actions`, { type: 'duplicate', region: 'ams3' })
  },
  'droplet-actions-11': async (sandbox) => {
    const { id, act } = await open(sandbox)
    const response = await act({ type: 'enable_private_networking' })
    await sandbox.pass(60)
    expect(await sandbox.read(`/v2/actions/${response.body.action.id}`)).toMatchObject({ status: 'completed' })
    expect((await sandbox.read(`/v2/droplets/${id}`)).features).toContain('private_networking')
    return response
  },
  'clients-17': async (sandbox) => {
    const { id, act, finish } = await open(sandbox)
    await finish({ type: 'shutdown' })
    const response = await act({ type: 'shutdown' })
    expect(await sandbox.read(`/v2/droplets/${id}`)).toMatchObject({ status: 'off' })
    return response
  },
})
