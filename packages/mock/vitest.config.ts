import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'mock', testTimeout: 60_000, expect: { poll: { timeout: 20_000 } } } })
