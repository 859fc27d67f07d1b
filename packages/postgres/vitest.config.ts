import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'postgres',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['{src,test}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No test changes a module, and Node loads TypeScript itself, with a cache of compiled code.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)) },
  },
})
