import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'generators',
    // Properties are tried with hundreds of inputs, which takes its time where much else is done.
    testTimeout: 60_000,
    // The compiler and the generators are loaded once per worker. The one test that replaces modules loads its own and resets them.
    isolate: false,
  },
})
