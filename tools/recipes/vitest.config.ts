import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

// The recipes use the built client.
export default defineConfig({
  test: {
    name: 'recipes',
    expect: { requireAssertions: true },
    include: ['src/**/*.test.ts'],
    setupFiles: ['@spindrift/testing/use-sandbox-sources'],
    testTimeout: 60_000,
    ...loadWithNode,
  },
})
