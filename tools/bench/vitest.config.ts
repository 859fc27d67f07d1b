import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'bench', expect: { requireAssertions: true }, include: ['src/**/*.test.ts'] } })
