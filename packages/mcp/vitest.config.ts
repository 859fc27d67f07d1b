import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'mcp',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    // No test changes a module, so modules are loaded once per worker.
    isolate: false,
  },
})
