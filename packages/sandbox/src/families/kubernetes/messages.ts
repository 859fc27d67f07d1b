/** What the platform has to say about a cluster. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { clusterKey } from './clusters.ts'

/** The latest that are kept. */
const most = 100

export function listMessages({ engine }: World, cluster: string): readonly Value[] {
  return (engine.hidden(clusterKey(cluster))['messages'] ?? []) as readonly Value[]
}

/** The same thing is said once, with the time it was last noticed. */
export function noteMessage(world: World, cluster: string, message: string): void {
  const others = listMessages(world, cluster).filter((each) => each['message'] !== message)
  world.engine.hide(clusterKey(cluster), { messages: [{ message, timestamp: world.clock.stamp() }, ...others].slice(0, most) })
}
