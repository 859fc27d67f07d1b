import { createCloud, isUnprocessable, WaitError } from '@spindrift/client'

const cloud = createCloud()

try {
  const { droplet } = await cloud.droplets
    .create({ body: { name: 'web-01', region: 'nyc3', size: 's-1vcpu-1gb', image: 'ubuntu-24-04-x64' } })
    .wait({ timeoutMs: 120_000 })
  const path = { droplet_id: droplet.id }
  console.log(droplet.name, droplet.status)

  const { action } = await cloud.droplets.actions.create({ path, body: { type: 'power_off' } }).wait()
  console.log(action.type, action.status)
  await cloud.droplets.get.waitUntil({ path }, 'off')
  await cloud.droplets.delete({ path })
} catch (error) {
  if (error instanceof WaitError) console.error('It went wrong:', error.message)
  else if (isUnprocessable(error)) console.error('Not to be had:', error.message)
  else throw error
}
