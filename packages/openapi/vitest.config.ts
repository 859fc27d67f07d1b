import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

// Tests read and compare whole documents, which takes time.
export default defineConfig({ test: { name: 'openapi', include: ['test/**/*.test.ts'], testTimeout: 120_000, ...loadWithNode } })
