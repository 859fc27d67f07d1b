import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['generators', 'packages/*', 'tools/*', 'spec'],
    testTimeout: 20_000,
    // All there are: what tests wait for is mostly another process.
    maxWorkers: '100%',
  },
})
