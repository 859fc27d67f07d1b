import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'rooms', expect: { requireAssertions: true }, include: ['src/**/*.test.ts'] } })
