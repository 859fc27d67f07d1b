import { expect } from 'vitest'
import { type ObservedSandbox, shows, testObserved } from '../../../test/observed.ts'

const path = '/v2/account/keys'
const key = { name: 'maya-laptop', public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGVkMjU1MTlrZXlmb3J0aWRld2F0ZXJib29rc3ho maya@laptop' }

const add = ({ create }: ObservedSandbox) => create(path, key)

testObserved({
  'ssh-keys-01': async (sandbox) => {
    await add(sandbox)
    return sandbox.post(path, { ...key, name: 'another-name' })
  },
  'ssh-keys-02': async (sandbox) => {
    await add(sandbox)
    return shows(sandbox.post(path, key), { message: expect.stringContaining('already in use') })
  },
  'ssh-keys-03': async (sandbox) => {
    const { id, fingerprint } = await add(sandbox)
    const response = await shows(sandbox.get(`${path}/${fingerprint}`), { ssh_key: { id } })
    expect(response.status).toBe(200)
    return response
  },
  'ssh-keys-04': async (sandbox) => {
    const { id } = await add(sandbox)
    await sandbox.change('DELETE', `${path}/${id}`)
    return sandbox.delete(`${path}/${id}`)
  },
})
