import { createCloud } from '@spindrift/client'

const cloud = createCloud()

// Those that are there already are left alone. Whoever makes another, by hand or by a program: it is told here.
for await (const { kind, after: snapshot } of cloud.watch('snapshots', { query: { resource_type: 'droplet' } })) {
  if (kind !== 'made') continue
  const { action } = await cloud.images.actions.transfer(Number(snapshot.id), { region: 'ams3' }).wait()
  console.log(`${snapshot.name}: ${action.type} ${action.status}`)
  // The first is enough here; without this line it goes on.
  break
}
