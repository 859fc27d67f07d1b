import { NotFoundError } from '@spindrift/client'
import { expect, it } from 'vitest'
import { createAccount } from './create-account.ts'

const input = { name: 'shelves', region: 'nyc3', size_gigabytes: 10 } as const

it('creates and deletes a volume', async () => {
  const cloud = await createAccount()
  const { volume } = await cloud.volumes.create(input)
  expect((await cloud.volumes.list()).volumes).toMatchObject([{ name: 'shelves' }])
  await cloud.volumes.delete(volume.id)
  await expect(cloud.volumes.get(volume.id)).rejects.toThrow(NotFoundError)
})

it('is isolated from other accounts', async () => {
  const [one, other] = await Promise.all([createAccount(), createAccount()])
  await one.volumes.create(input)
  expect((await other.volumes.list()).volumes).toEqual([])
})
