import { defineConfig } from 'vitest/config'

// Properties are tried with hundreds of inputs, which takes its time where much else is done.
export default defineConfig({ test: { name: 'generators', testTimeout: 60_000 } })
