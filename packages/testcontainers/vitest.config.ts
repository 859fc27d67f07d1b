import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'testcontainers', expect: { requireAssertions: true }, include: ['test/**/*.test.ts'], testTimeout: 60_000 },
})
