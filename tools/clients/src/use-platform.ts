/** Starts a sandbox for the tests of one file. Closes it after them, and checks that it had no internal error. */
import { afterAll, expect } from 'vitest'
import { type TestSandbox, startTestSandbox } from '@spindrift/testing/start-sandbox'

export async function usePlatform(): Promise<TestSandbox> {
  const platform = await startTestSandbox()
  afterAll(async () => {
    await platform.close()
    expect(platform.failures).toEqual([])
  })
  return platform
}
