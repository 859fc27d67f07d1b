import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'testcontainers',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
  },
})
