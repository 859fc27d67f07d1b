import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'mock',
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // No test changes a module, so Prism is loaded, and the schemas of a path are compiled, once per worker.
    isolate: false,
    // Tests of the command start it from its sources, a dozen times.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)) },
  },
})
