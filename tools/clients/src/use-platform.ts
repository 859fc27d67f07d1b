/** The sandbox for the tests of one file, which closes after them; it must never have let a client down by itself. */
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
