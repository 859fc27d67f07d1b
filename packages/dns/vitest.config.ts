import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'dns',
    expect: { requireAssertions: true },
    include: ['{src,test}/**/*.test.ts'],
    testTimeout: 30_000,
    ...loadWithNode,
  },
})
