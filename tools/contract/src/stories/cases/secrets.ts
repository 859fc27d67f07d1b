import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

const day = 86_400

export const secrets: Story = {
  title: 'A secret is stored, rotated by one of two writers, listed without its values, deleted and restored, and gone after a week',
  run: async ({ cloud, guest, keeps, lists, refuses, pass }) => {
    const values = { DB_USER: 'shop', DB_PASSWORD: 'example-password-1' }
    const rotated = { ...values, DB_PASSWORD: 'example-password-2' }
    await cloud.secrets.create({ body: { name: 'orders-db', region: 'nyc3', values } })
    await cloud.secrets.create({ body: { name: 'orders-db', region: 'ams3', values: rotated } })
    await refuses(409, (own) => own.secrets.create({ body: { name: 'orders-db', region: 'nyc3', values } }))
    const path = { name: 'orders-db' }
    const query = { region: 'nyc3' as const }
    const read = await cloud.secrets.get({ path, query })
    keeps(() => assert.deepEqual([read.version, read.values], [1, values]))
    await refuses(422, (own) => own.secrets.get({ path }))
    const change = { ...query, version: read.version, values: rotated }
    const written = await cloud.secrets.update({ path, body: change })
    keeps(() => assert.equal(written.version, 2))
    // The other writer read the same version, and is too late.
    await refuses(409, (own) => own.secrets.update({ path, body: change }))
    const { versions } = await cloud.secrets.versions.list({ path, query })
    lists(versions, 'version', [2, 1])
    const { secrets: listed, unavailable_regions: silent } = await cloud.secrets.list()
    keeps(() => {
      assert.equal(JSON.stringify(listed).includes('example-password'), false)
      assert.deepEqual([listed.length, silent], [2, []])
    })
    await refuses(404, () => guest.cloud.secrets.get({ path, query }))

    await cloud.secrets.delete({ path, query })
    const deleted = await cloud.secrets.get({ path, query })
    keeps(() => {
      assert.equal(deleted.values, undefined)
      assert.notEqual(deleted.delete_requested_at, null)
    })
    await pass(6 * day)
    await cloud.secrets.restore({ path, query })
    const back = await cloud.secrets.get({ path, query })
    keeps(() => assert.deepEqual([back.version, back.values, back.delete_requested_at], [2, rotated, null]))
    await cloud.secrets.delete({ path, query })
    await pass(8 * day)
    await refuses(404, (own) => own.secrets.restore({ path, query }))
    const left = await cloud.secrets.get({ path })
    keeps(() => assert.equal(left.region, 'ams3'))
  },
}
