import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'prose', expect: { requireAssertions: true }, include: ['src/**/*.test.ts'], isolate: false } })
