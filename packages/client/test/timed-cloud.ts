/** A client and a sandbox with a shared clock: when the client sleeps, the clock of the platform moves too. */
import { createTestCloud, type TestCloud, type TestCloudOptions } from '../src/testing/index.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'

export async function createTimedCloud(options: TestCloudOptions = {}): Promise<TestCloud & { readonly clock: ManualClock }> {
  const clock: ManualClock = createManualClock({
    onSleep: (milliseconds) => platform.advance(milliseconds / 1000),
  })
  const platform: TestCloud = await createTestCloud({ ...options, client: { clock, ...options.client } })
  await platform.sandbox.fetch('http://127.0.0.1:4020/_sandbox/clock', {
    method: 'POST',
    body: JSON.stringify({ now: new Date(clock.now()).toISOString(), frozen: true }),
  })
  return Object.assign(platform, { clock })
}
