import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

// Clients poll for states in real time.
export default defineConfig({
  test: {
    name: 'clients',
    expect: { requireAssertions: true },
    include: ['src/**/*.test.{ts,mjs}'],
    setupFiles: ['@spindrift/testing/use-sandbox-sources'],
    testTimeout: 40_000,
    ...loadWithNode,
  },
})
