import { defineConfig } from 'vitest/config'

// No test changes a module, so Redocly is loaded once a worker.
export default defineConfig({ test: { name: 'spec', testTimeout: 60_000, isolate: false } })
