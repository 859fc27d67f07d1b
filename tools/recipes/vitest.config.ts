import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Uses the sandbox's sources, because the built package has no reply validators. The recipes use the built client.
export default defineConfig({
  resolve: { alias: { '@spindrift/sandbox': fileURLToPath(new URL('../../packages/sandbox/src/index.ts', import.meta.url)) } },
  test: {
    name: 'recipes',
    expect: { requireAssertions: true },
    include: ['src/**/*.test.ts'],
    testTimeout: 60_000,
    // Loads the sandbox once per worker.
    isolate: false,
  },
})
