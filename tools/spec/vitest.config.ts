import { defineConfig } from 'vitest/config'

export default defineConfig({
  // No test changes module state, so a worker loads Redocly only once.
  test: { name: 'spec-tool', expect: { requireAssertions: true }, testTimeout: 60_000, include: ['src/**/*.test.ts'], isolate: false },
})
