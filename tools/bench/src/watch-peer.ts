/**
 * Puts a stopwatch around openapi-typescript's transform and TypeScript's printer, as the types generator uses them. Comments
 * are written in a callback from inside the transform; they are ours, so the watch stops there.
 */
import { registerHooks } from 'node:module'

export interface Watched {
  ms: number
}

declare global {
  // A module that a hook makes up reaches it no other way.
  var watchedPeer: Watched | undefined
}

const shims: Readonly<Record<string, string>> = {
  'openapi-typescript': `
    import * as real from 'openapi-typescript?real'
    export * from 'openapi-typescript?real'
    const watched = globalThis.watchedPeer
    export function transformSchemaObject(schema, options) {
      const { transformProperty } = options.ctx
      const started = performance.now()
      let own = 0
      const ctx = { ...options.ctx, transformProperty(...args) {
        const before = performance.now()
        try { return transformProperty(...args) } finally { own += performance.now() - before }
      } }
      try { return real.transformSchemaObject(schema, { ...options, ctx }) } finally { watched.ms += performance.now() - started - own }
    }`,
  typescript: `
    import real from 'typescript?real'
    const watched = globalThis.watchedPeer
    function createPrinter(...args) {
      const printer = real.createPrinter(...args)
      return { ...printer, printNode(...nodes) {
        const started = performance.now()
        try { return printer.printNode(...nodes) } finally { watched.ms += performance.now() - started }
      } }
    }
    export default { ...real, createPrinter }`,
}

/** To be called before the generators are imported. */
export function watchPeer(): Watched {
  const watched: Watched = { ms: 0 }
  globalThis.watchedPeer = watched
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.endsWith('?real')) return next(specifier.slice(0, -'?real'.length), { ...context, parentURL: realParent })
      if (specifier in shims && context.parentURL?.endsWith('/generators/kit/print-schema.ts')) {
        return { url: `watched:${specifier}`, format: 'module', shortCircuit: true }
      }
      return next(specifier, context)
    },
    load(url, context, next) {
      const source = url.startsWith('watched:') ? shims[url.slice('watched:'.length)] : undefined
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
    },
  })
  return watched
}

const realParent = new URL('../../../generators/kit/print-schema.ts', import.meta.url).href
