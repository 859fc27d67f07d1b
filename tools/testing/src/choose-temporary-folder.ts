/** Chooses a folder for thousands of temporary files: in memory if there is room, else the temporary folder of the system. */
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memoryFolder = '/dev/shm'
const minFreeBytes = 4e9

export function chooseTemporaryFolder(folder = memoryFolder): string {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > minFreeBytes ? folder : tmpdir()
  } catch {
    return tmpdir()
  }
}
