import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// One test of a rule may send requests to every operation, so tests have no short timeout.
export default defineConfig({
  test: {
    name: 'contract',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts'],
    exclude: ['src/assurance/worst-case/*.test.ts'],
    testTimeout: 120_000,
    // No test changes a module, so the specification, its compiled schemas and the sandbox are loaded once a worker, by Node with a cache of compiled code.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)) },
  },
})
