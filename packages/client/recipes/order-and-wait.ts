import { createCloud, isUnprocessable, WaitError } from '@spindrift/client'

const cloud = createCloud()

try {
  const { droplet } = await cloud.droplets
    .create({ name: 'web-01', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' })
    .wait({ timeoutMs: 120_000 })
  console.log(droplet.name, droplet.status)

  const { action } = await cloud.droplets.actions.powerOff(droplet.id).wait()
  console.log(action.type, action.status)
  await cloud.droplets.get.waitUntil(droplet.id, 'off')
  await cloud.droplets.delete(droplet.id)
} catch (error) {
  if (error instanceof WaitError) console.error('The action failed:', error.message)
  else if (isUnprocessable(error)) console.error('The request was rejected:', error.message)
  else throw error
}
