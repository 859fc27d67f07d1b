import { defineConfig } from 'vitest/config'

// A browser answers when it gets its turn.
export default defineConfig({
  test: { name: 'reference', include: ['{src,browser}/**/*.test.ts'], testTimeout: 60_000, expect: { poll: { timeout: 20_000 } } },
})
