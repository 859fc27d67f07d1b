import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'dns',
    expect: { requireAssertions: true },
    include: ['{src,test}/**/*.test.ts'],
    testTimeout: 30_000,
    // No test changes a module, and Node loads TypeScript itself, faster than Vite.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
