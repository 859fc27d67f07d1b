import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

// One test of a rule may send requests to every operation, so tests have no short timeout.
export default defineConfig({
  test: {
    name: 'contract',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts'],
    exclude: ['src/assurance/worst-case/*.test.ts'],
    testTimeout: 120_000,
    ...loadWithNode,
  },
})
