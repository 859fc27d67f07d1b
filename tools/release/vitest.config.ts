import { defineConfig } from 'vitest/config'

export default defineConfig({
  // No test changes module state, so files can share a worker.
  test: { name: 'release', expect: { requireAssertions: true }, testTimeout: 60_000, include: ['src/**/*.test.ts'], isolate: false },
})
