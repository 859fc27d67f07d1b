import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'dev', expect: { requireAssertions: true, poll: { timeout: 20_000 } }, testTimeout: 60_000, include: ['src/**/*.test.ts'] },
})
