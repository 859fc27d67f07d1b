import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'rooms', include: ['src/**/*.test.ts'] } })
