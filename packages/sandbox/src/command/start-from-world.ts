import { isWorldName, type WorldName } from '../worlds/find-image.ts'
import type { WorldDefinition } from '../worlds/world-definition.ts'
import { WorldError } from '../worlds/world-error.ts'

/**
 * Starts with what a flag says of the world: its name, or a file.
 *
 * @throws Error with the file and the line where it cannot be made
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
    throw error instanceof WorldError ? file.explain(error) : error
  }
}
