/**
 * Vitest settings for tests that change no modules: files share a worker, Node loads TypeScript itself, with a cache of compiled code, and
 * temporary files are in memory.
 */
import { fileURLToPath } from 'node:url'
import { chooseTemporaryFolder } from './choose-temporary-folder.ts'

export const loadWithNode = {
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  env: {
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url)),
    TMPDIR: chooseTemporaryFolder(),
  },
}
