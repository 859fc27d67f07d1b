import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'clients', include: ['src/**/*.test.ts'] } })
