import { defineConfig } from 'vitest/config'

// What a request costs is measured in processes of their own: what others left in memory would be collected meanwhile.
export default defineConfig({
  test: {
    name: 'contract-worst-case',
    expect: { requireAssertions: true },
    include: ['src/assurance/worst-case/*.test.ts'],
    testTimeout: 120_000,
  },
})
