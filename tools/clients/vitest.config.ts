import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// The sandbox's sources, because what is built of them cannot check its own replies. Clients wait for states to come, in real time.
export default defineConfig({
  resolve: { alias: { '@spindrift/sandbox': fileURLToPath(new URL('../../packages/sandbox/src/index.ts', import.meta.url)) } },
  test: {
    name: 'clients',
    expect: { requireAssertions: true },
    include: ['src/**/*.test.{ts,mjs}'],
    testTimeout: 40_000,
    // The sandbox is loaded once a worker.
    isolate: false,
  },
})
