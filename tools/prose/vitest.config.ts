import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'prose', testTimeout: 20_000, expect: { requireAssertions: true }, include: ['src/**/*.test.ts'], isolate: false },
})
