import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'prose', testTimeout: 20_000, expect: { requireAssertions: true }, include: ['src/**/*.test.ts'], ...loadWithNode },
})
