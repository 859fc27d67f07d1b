import { createDependencies } from '../create-dependencies.ts'
import { createWorldImage } from './create-world.ts'
import type { WorldName } from './find-image.ts'
import { openWorldFile } from './read-world-file.ts'

/** Builds the state file of a built-in world from its world file. @throws Error with the file and the line */
export async function saveImage(name: WorldName, worldFile: string, file: string): Promise<void> {
  const { world, locateError } = await openWorldFile(worldFile)
  const onError = (error: unknown) => {
    throw error
  }
  const dependencies = createDependencies({ seed: name, onError }, undefined)
  const { store } = dependencies.platform
  try {
    createWorldImage(name, world, dependencies)
    store.snapshot(file)
  } catch (error) {
    throw locateError(error)
  } finally {
    store.close()
  }
}
