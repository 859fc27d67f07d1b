import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'dev', expect: { requireAssertions: true }, include: ['src/**/*.test.ts'] } })
