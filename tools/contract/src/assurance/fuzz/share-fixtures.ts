/** Shares the fixtures between the tests of a file. */
import { afterAll } from 'vitest'
import { createSender } from '../../fixtures/test-sandbox.ts'
import { createFuzzFixture, type FuzzFixture } from './fuzz-fixture.ts'

/** Returns a `createFuzzFixture` that creates one sandbox with and one without action durations. Each check restores a snapshot of them first. */
export function shareFixtures(): typeof createFuzzFixture {
  const fixtures = new Map<boolean, Promise<FuzzFixture>>()
  afterAll(async () => {
    for (const fixture of fixtures.values()) await (await fixture)[Symbol.asyncDispose]()
  })
  return async ({ seed, hasActionDurations = false, wrap }) => {
    const opened = fixtures.get(hasActionDurations) ?? createFuzzFixture({ seed, hasActionDurations })
    fixtures.set(hasActionDurations, opened)
    const fixture = await opened
    const { fetch } = fixture.sandbox
    const sandbox = { ...fixture.sandbox, ...createSender(wrap ? wrap(fetch) : fetch) }
    return { ...fixture, sandbox, [Symbol.asyncDispose]: () => Promise.resolve() }
  }
}
