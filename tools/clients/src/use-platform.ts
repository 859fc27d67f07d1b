/** Starts a sandbox for the tests of one file. Closes it after them, and checks that it had no internal error. */
import { basename } from 'node:path'
import { afterAll, expect } from 'vitest'
import { listFamilies, saveFamilies } from './families.ts'
import { type TestSandbox, startTestSandbox } from '@spindrift/testing/start-sandbox'

export async function usePlatform(): Promise<TestSandbox> {
  const platform = await startTestSandbox()
  afterAll(async () => {
    const [name = ''] = basename(expect.getState().testPath ?? '').split(/\.test|-families/)
    saveFamilies(name, await listFamilies(platform.url))
    await platform.close()
    expect(platform.failures).toEqual([])
  })
  return platform
}
