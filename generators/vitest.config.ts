import { loadWithNode } from '@spindrift/testing/load-with-node'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'generators',
    // Properties are tried with hundreds of inputs, which takes its time where much else is done.
    testTimeout: 60_000,
    ...loadWithNode,
  },
})
