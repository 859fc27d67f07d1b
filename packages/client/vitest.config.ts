import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { readEntries } from '@spindrift/testing/read-entries'

const entries = readEntries()

export default defineConfig({
  // Recipes import the package by name; the aliases resolve it to the sources.
  resolve: {
    alias: [
      ...Object.entries(entries).map(([specifier, file]) => ({
        find: new RegExp(`^${specifier}$`),
        replacement: fileURLToPath(new URL(file, import.meta.url)),
      })),
      { find: /^@spindrift\/client\/(.+)$/, replacement: fileURLToPath(new URL('src/generated/$1.ts', import.meta.url)) },
    ],
  },
  test: {
    name: 'client',
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    // Files share no state, so the sources are loaded once per worker.
    isolate: false,
  },
})
