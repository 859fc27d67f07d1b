import type { Reply } from '../../engine/call.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { describeAgent } from './describe-agent.ts'

export function replyAgent(world: World, key: Key): Reply {
  return { body: JSON.stringify({ agent: describeAgent(world, key) }) }
}
