import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'dev', expect: { requireAssertions: true }, testTimeout: 60_000, include: ['src/**/*.test.ts'] },
})
