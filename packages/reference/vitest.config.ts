import { defineConfig } from 'vitest/config'

// Browser tests are slow on busy machines.
export default defineConfig({
  test: { name: 'reference', include: ['{src,browser}/**/*.test.ts'], testTimeout: 60_000, expect: { poll: { timeout: 20_000 } } },
})
