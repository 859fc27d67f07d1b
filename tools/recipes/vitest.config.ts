import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// The sandbox's sources, because what is built of them cannot check its own replies. The recipes use what is built of the client.
export default defineConfig({
  resolve: { alias: { '@spindrift/sandbox': fileURLToPath(new URL('../../packages/sandbox/src/index.ts', import.meta.url)) } },
  test: { name: 'recipes', expect: { requireAssertions: true }, include: ['src/**/*.test.ts'], testTimeout: 60_000 },
})
