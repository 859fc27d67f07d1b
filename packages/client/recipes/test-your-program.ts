import { createTestCloud } from '@spindrift/client/testing'

await using platform = await createTestCloud({ sandbox: { actionSeconds: 30 } })
const { cloud, advance, fail } = platform

const { volume } = await cloud.volumes.create({ name: 'covers-data', region: 'nyc3', size_gigabytes: 100 })
await cloud.volumes.actions.resize(volume.id, { size_gigabytes: 200 })
await advance(30)
console.log((await cloud.volumes.get(volume.id)).volume.size_gigabytes)

await fail({ operation: 'volumes_get', status: 404, times: 1 })
const missing = await cloud.volumes.get(volume.id).catch((error: Error) => error.name)
console.log(missing)
