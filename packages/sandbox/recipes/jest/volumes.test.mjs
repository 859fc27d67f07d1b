import { createCloud, NotFoundError } from '@spindrift/client'

// Reads the variables that exec sets.
const cloud = createCloud()

test('creates and deletes a volume', async () => {
  const { volume } = await cloud.volumes.create({ name: 'shelves', region: 'nyc3', size_gigabytes: 10 })
  expect((await cloud.volumes.get(volume.id)).volume.name).toBe('shelves')
  await cloud.volumes.delete(volume.id)
  await expect(cloud.volumes.get(volume.id)).rejects.toThrow(NotFoundError)
})
