import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'spec-tool', include: ['src/**/*.test.ts'] } })
