import { defineConfig } from 'vitest/config'

// No test changes a module, so Prism is loaded, and the schemas of a path are compiled, once per worker.
export default defineConfig({ test: { name: 'mock', testTimeout: 60_000, expect: { poll: { timeout: 20_000 } }, isolate: false } })
