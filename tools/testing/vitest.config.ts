import { defineConfig } from 'vitest/config'
import { loadWithNode } from './src/load-with-node.ts'

export default defineConfig({
  test: {
    name: 'testing',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts'],
    testTimeout: 60_000,
    ...loadWithNode,
  },
})
