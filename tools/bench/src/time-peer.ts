/**
 * Measures the time of openapi-typescript's transform and TypeScript's printer in the types generator. Excludes the callback that writes
 * comments, which is our own code.
 */
import { registerHooks } from 'node:module'

export interface PeerTime {
  ms: number
}

declare global {
  // Modules created by a hook can only access globals.
  var peerTime: PeerTime | undefined
}

const shims: Readonly<Record<string, string>> = {
  'openapi-typescript': `
    import * as real from 'openapi-typescript?real'
    export * from 'openapi-typescript?real'
    const peerTime = globalThis.peerTime
    export function transformSchemaObject(schema, options) {
      const { transformProperty } = options.ctx
      const started = performance.now()
      let own = 0
      const ctx = { ...options.ctx, transformProperty(...args) {
        const before = performance.now()
        try { return transformProperty(...args) } finally { own += performance.now() - before }
      } }
      try { return real.transformSchemaObject(schema, { ...options, ctx }) } finally { peerTime.ms += performance.now() - started - own }
    }`,
  typescript: `
    import real from 'typescript?real'
    const peerTime = globalThis.peerTime
    function createPrinter(...args) {
      const printer = real.createPrinter(...args)
      return { ...printer, printNode(...nodes) {
        const started = performance.now()
        try { return printer.printNode(...nodes) } finally { peerTime.ms += performance.now() - started }
      } }
    }
    export default { ...real, createPrinter }`,
}

/** Starts measuring. Call it before the generators are imported. */
export function timePeer(): PeerTime {
  const peerTime: PeerTime = { ms: 0 }
  globalThis.peerTime = peerTime
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.endsWith('?real')) return next(specifier.slice(0, -'?real'.length), { ...context, parentURL: realParent })
      if (specifier in shims && context.parentURL?.endsWith('/generators/kit/print-schema.ts')) {
        return { url: `timed:${specifier}`, format: 'module', shortCircuit: true }
      }
      return next(specifier, context)
    },
    load(url, context, next) {
      const source = url.startsWith('timed:') ? shims[url.slice('timed:'.length)] : undefined
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
    },
  })
  return peerTime
}

const realParent = new URL('../../../generators/kit/print-schema.ts', import.meta.url).href
