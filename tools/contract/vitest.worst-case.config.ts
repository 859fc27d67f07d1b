import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

// Measures requests in separate processes, so that garbage of other tests is not collected meanwhile.
export default defineConfig({
  test: {
    name: 'contract-worst-case',
    expect: { requireAssertions: true },
    include: ['src/assurance/worst-case/*.test.ts'],
    testTimeout: 120_000,
    ...loadWithNode,
    isolate: true,
  },
})
