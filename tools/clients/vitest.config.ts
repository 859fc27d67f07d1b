import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Uses the sandbox's sources, because the built package has no reply validators. Clients poll for states in real time.
export default defineConfig({
  resolve: { alias: { '@spindrift/sandbox': fileURLToPath(new URL('../../packages/sandbox/src/index.ts', import.meta.url)) } },
  test: {
    name: 'clients',
    expect: { requireAssertions: true },
    include: ['src/**/*.test.{ts,mjs}'],
    testTimeout: 40_000,
    // Loads the sandbox once per worker.
    isolate: false,
  },
})
