import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'spec-tool', expect: { requireAssertions: true }, testTimeout: 60_000, include: ['src/**/*.test.ts'], ...loadWithNode },
})
