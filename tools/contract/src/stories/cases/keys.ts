import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEXAMPLEkeyTHATopensNOTHING00000000000000000000 maya@tidewater.example'

export const keys: Story = {
  title: 'SSH keys and Spaces keys are made, found, renamed and deleted',
  run: async ({ cloud, keeps, lists, refuses }) => {
    const body = { name: 'maya-laptop', public_key: publicKey }
    const { ssh_key: key } = await cloud.sshKeys.create({ body })
    const path = { ssh_key_identifier: key.id }
    await refuses(422, () => cloud.sshKeys.create({ body }))
    await refuses(422, () => cloud.sshKeys.create({ body: { name: 'junk', public_key: 'no key' } }))
    const byFingerprint = await cloud.sshKeys.get({ path: { ssh_key_identifier: key.fingerprint } })
    keeps(() => assert.deepEqual(byFingerprint.ssh_key, key))
    const { ssh_key: renamed } = await cloud.sshKeys.update({ path, body: { name: 'maya-desk' } })
    keeps(() => assert.deepEqual(renamed, { ...key, name: 'maya-desk' }))
    const { ssh_keys: all, meta } = await cloud.sshKeys.list()
    keeps(() => assert.deepEqual([all, meta.total], [[renamed], 1]))
    await cloud.sshKeys.delete({ path })
    await refuses(404, () => cloud.sshKeys.get({ path }))

    const { key: made } = await cloud.spacesKeys.create({
      body: { name: 'covers-upload', grants: [{ bucket: 'covers', permission: 'readwrite' }] },
    })
    const at = { access_key: made.access_key }
    assert.ok(made.secret_key)
    const { key: seen } = await cloud.spacesKeys.get({ path: at })
    // The secret is shown once.
    keeps(() => assert.equal('secret_key' in seen, false))
    await cloud.spacesKeys.replace({ path: at, body: { name: 'covers-read', grants: [{ bucket: 'covers', permission: 'read' }] } })
    const { keys: spaces } = await cloud.spacesKeys.list()
    lists(spaces, ({ name, grants }) => [name, grants[0]?.permission], [['covers-read', 'read']])
    await cloud.spacesKeys.delete({ path: at })
    await refuses(404, () => cloud.spacesKeys.get({ path: at }))
  },
}
