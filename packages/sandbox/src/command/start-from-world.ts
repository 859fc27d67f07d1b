import { isWorldName, type WorldName } from '../worlds/find-image.ts'
import type { WorldDefinition } from '../worlds/world-definition.ts'

/**
 * Starts a sandbox with a built-in world or a world file.
 *
 * @throws Error with the file and the line of each wrong resource
 */
export async function startFromWorld<Started>(
  world: string | undefined,
  start: (world: WorldName | WorldDefinition | undefined) => Promise<Started>,
): Promise<Started> {
  if (world === undefined || isWorldName(world)) return start(world)
  const { openWorldFile } = await import('../worlds/read-world-file.ts')
  const file = await openWorldFile(world)
  try {
    return await start(file.world)
  } catch (error) {
    throw file.locateError(error)
  }
}
