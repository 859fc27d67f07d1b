import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'postgres',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['{src,test}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...loadWithNode,
  },
})
