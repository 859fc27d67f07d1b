import { defineConfig } from 'vitest/config'

export default defineConfig({
  // No test changes a module, so one worker runs many files.
  test: { name: 'rooms', expect: { requireAssertions: true }, testTimeout: 60_000, include: ['src/**/*.test.ts'], isolate: false },
})
