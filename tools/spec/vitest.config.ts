import { defineConfig } from 'vitest/config'

export default defineConfig({
  // No test changes a module, so Redocly is loaded once a worker.
  test: { name: 'spec-tool', expect: { requireAssertions: true }, testTimeout: 60_000, include: ['src/**/*.test.ts'], isolate: false },
})
