import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

export function findSchedule({ engine }: World, base: string): Value | undefined {
  return engine.all({ kind: 'IndexingSchedule', where: [{ field: 'knowledge_base_uuid', equals: base }] })[0]
}
