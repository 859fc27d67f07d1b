import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'spec-tool', expect: { requireAssertions: true }, include: ['src/**/*.test.ts'] } })
