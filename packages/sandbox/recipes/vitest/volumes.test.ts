import { NotFoundError } from '@spindrift/client'
import { expect, it } from 'vitest'
import { createAccount } from './create-account.ts'

const order = { name: 'shelves', region: 'nyc3', size_gigabytes: 10 } as const

it('orders a volume and gives it back', async () => {
  const cloud = await createAccount()
  const { volume } = await cloud.volumes.create(order)
  expect((await cloud.volumes.list()).volumes).toMatchObject([{ name: 'shelves' }])
  await cloud.volumes.delete(volume.id)
  await expect(cloud.volumes.get(volume.id)).rejects.toThrow(NotFoundError)
})

it('has an account of its own', async () => {
  const [one, other] = await Promise.all([createAccount(), createAccount()])
  await one.volumes.create(order)
  expect((await other.volumes.list()).volumes).toEqual([])
})
