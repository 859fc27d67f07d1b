import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'sandbox',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'console/browser/*.test.ts'],
    globalSetup: ['test/postgres/provide-postgres.ts'],
    setupFiles: ['test/postgres/close-databases.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...loadWithNode,
  },
})
