import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'release', expect: { requireAssertions: true }, include: ['src/**/*.test.ts'] } })
