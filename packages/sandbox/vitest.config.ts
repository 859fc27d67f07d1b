import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'sandbox',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'console/browser/*.test.ts'],
    globalSetup: ['test/postgres/provide-postgres.ts'],
    setupFiles: ['test/postgres/close-databases.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No test changes a module, and loading the sandbox takes longer than most files do: it is loaded once a worker.
    isolate: false,
    // Node loads TypeScript itself, in half the time of Vite with a cache of compiled code. Tests use neither `vi.mock` nor plugins.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)) },
  },
})
