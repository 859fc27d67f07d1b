import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'mcp', expect: { requireAssertions: true }, include: ['src/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 60_000 },
})
