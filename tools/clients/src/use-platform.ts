/** The sandbox for the tests of one file, which closes after them; it must never have let a client down by itself. */
import { afterAll, expect } from 'vitest'
import { type Platform, startPlatform } from './start-platform.ts'

export async function usePlatform(): Promise<Platform> {
  const platform = await startPlatform()
  afterAll(async () => {
    await platform.close()
    expect(platform.failures).toEqual([])
  })
  return platform
}
