import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['generators', 'packages/*', 'tools/*', 'spec'],
    testTimeout: 20_000,
  },
})
