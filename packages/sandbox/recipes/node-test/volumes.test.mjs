import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCloud, NotFoundError } from '@spindrift/client'

// Reads the variables that exec sets.
const cloud = createCloud()

test('creates and deletes a volume', async () => {
  const { volume } = await cloud.volumes.create({ name: 'shelves', region: 'nyc3', size_gigabytes: 10 })
  assert.equal((await cloud.volumes.get(volume.id)).volume.name, 'shelves')
  await cloud.volumes.delete(volume.id)
  await assert.rejects(cloud.volumes.get(volume.id), NotFoundError)
})
