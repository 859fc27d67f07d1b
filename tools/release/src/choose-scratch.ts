/** Where thousands of small files go that nobody keeps: memory, where the system has a place for files in it and that has room. */
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const wantedBytes = 4e9

export function chooseScratch(place = memory): string {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize > wantedBytes ? place : tmpdir()
  } catch {
    return tmpdir()
  }
}
