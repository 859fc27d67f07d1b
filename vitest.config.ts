import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['generators', 'packages/*', 'tools/*', 'tools/contract/vitest.worst-case.config.ts', 'spec'],
    testTimeout: 20_000,
  },
})
