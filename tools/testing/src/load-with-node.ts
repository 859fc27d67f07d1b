/** Vitest settings for tests that change no modules: files share a worker, and Node loads TypeScript itself, with a cache of compiled code. */
import { fileURLToPath } from 'node:url'

export const loadWithNode = {
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url)) },
}
