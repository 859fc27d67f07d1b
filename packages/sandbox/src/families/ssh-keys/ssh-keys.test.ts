import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'
import { forbidden } from '../../../test/operation-at.ts'

const mayaKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGVkMjU1MTlrZXlmb3J0aWRld2F0ZXJib29rc3ho maya@laptop'

describe('SSH keys', () => {
  it('finds a key by id and fingerprint, and rejects a duplicate key', async ({ sandbox }) => {
    const created = await sandbox.post('/v2/account/keys', { name: 'maya-laptop', public_key: mayaKey })
    expect(created.status).toBe(201)
    const { id, fingerprint } = created.body.ssh_key
    expect(fingerprint).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/)
    expect((await sandbox.get(`/v2/account/keys/${fingerprint}`)).body.ssh_key.id).toBe(id)
    expect((await sandbox.post('/v2/account/keys', { name: 'again', public_key: mayaKey })).status).toBe(422)
    expect((await sandbox.post('/v2/account/keys', { name: 'bad', public_key: 'ssh-rsa AAAA' })).status).toBe(422)
    const renamed = { id, name: 'renamed', public_key: mayaKey, fingerprint } as const
    expect(
      (await sandbox.put(`/v2/account/keys/${fingerprint}`, forbidden({ name: 'renamed', public_key: 'other' }))).body.ssh_key,
    ).toEqual(renamed)
    expect((await sandbox.get('/v2/account/keys')).body).toMatchObject({ ssh_keys: [renamed], meta: { total: 1 } })
    expect((await sandbox.delete(`/v2/account/keys/${fingerprint}`)).status).toBe(204)
    expect((await sandbox.get(`/v2/account/keys/${id}`)).status).toBe(404)
  })
})
