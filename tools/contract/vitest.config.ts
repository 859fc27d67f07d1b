import { defineConfig } from 'vitest/config'

// One test of a rule can ask for something of every operation; how long that takes is for the bench to say.
export default defineConfig({
  test: {
    name: 'contract',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts'],
    exclude: ['src/assurance/worst-case/*.test.ts'],
    testTimeout: 120_000,
    // No test changes a module, so the specification, its compiled schemas and the sandbox are loaded once a worker.
    isolate: false,
  },
})
