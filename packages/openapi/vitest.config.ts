import { defineConfig } from 'vitest/config'

// The whole documents are read and compared.
export default defineConfig({ test: { name: 'openapi', include: ['test/**/*.test.ts'], testTimeout: 120_000 } })
