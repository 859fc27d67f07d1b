import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'generators',
    // Properties are tried with hundreds of inputs, which takes its time where much else is done.
    testTimeout: 60_000,
    // The compiler and the generators are loaded once per worker, by Node with a cache of compiled code.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/node-compile', import.meta.url)) },
  },
})
