/** Setup file of tests that check the replies of the sandbox: loads its sources, because the built package has no reply validators. */
import { registerHooks } from 'node:module'

const sources = new URL('../../../packages/sandbox/src/index.ts', import.meta.url).href

registerHooks({
  resolve: (name, context, next) => (name === '@spindrift/sandbox' ? { url: sources, shortCircuit: true } : next(name, context)),
})
