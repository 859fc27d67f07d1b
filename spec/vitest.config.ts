import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'spec', testTimeout: 60_000 } })
