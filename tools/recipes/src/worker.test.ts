/** Tests the worker in this process, and bundled in workerd if it is installed. */
import { createRequire } from 'node:module'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import worker from '../worker/worker.ts'
import { getRecipeFolder, isInstalled } from './recipe-folders.ts'
import { createWebServer, type Platform, startPlatform } from './start-platform.ts'

type SendRequest = (path: string) => Promise<Response>

/** Used part of miniflare, which is not installed for type checks. */
interface Miniflare {
  dispatchFetch: (url: string) => Promise<Response>
  dispose: () => Promise<void>
}

interface MiniflareModule {
  readonly Miniflare: new (options: object) => Miniflare
}

async function startWorkerd(
  bindings: Platform['environment'],
): Promise<{ readonly sendRequest: SendRequest; readonly stop: () => Promise<void> }> {
  const { outputFiles } = await build({
    entryPoints: [`${getRecipeFolder('worker')}/worker.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  })
  const { Miniflare } = createRequire(`${getRecipeFolder('worker')}/worker.ts`)('miniflare') as MiniflareModule
  const compatibilityDate = '2026-07-01'
  const miniflare = new Miniflare({ modules: true, script: outputFiles[0]!.text, bindings, compatibilityDate, cf: false })
  return { sendRequest: (path) => miniflare.dispatchFetch(`http://shop.example${path}`), stop: () => miniflare.dispose() }
}

const startInProcess = async (environment: Platform['environment']) => {
  // The variables of `startPlatform` have the names of the worker's variables.
  const workerEnvironment = environment as unknown as Parameters<typeof worker.fetch>[1]
  return { sendRequest: (path: string) => worker.fetch(new Request(`http://shop.example${path}`), workerEnvironment), stop: async () => {} }
}

describe.each([
  { runtime: 'in this process', start: startInProcess, skip: false },
  { runtime: 'in workerd', start: startWorkerd, skip: !isInstalled('worker') },
])('the worker $runtime', ({ start, skip }) => {
  it.skipIf(skip)('returns the status, streams the reply of a model, and hides errors of the platform', async () => {
    await using platform = await startPlatform()
    await createWebServer(platform)
    const { sendRequest, stop } = await start(platform.environment)
    expect(await (await sendRequest('/status')).json()).toEqual({ open: true, droplets: [{ name: 'web-01', status: 'active' }] })
    const reply = await sendRequest('/ask?q=Is+it+high+tide%3F')
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await reply.text()).toMatch(/^You asked about “Is it high tide\?”.*without a model\.$/)
    expect((await sendRequest('/else')).status).toBe(404)
    await stop()

    const unauthorized = await start({ ...platform.environment, SPINDRIFT_TOKEN: 'dop_v1_nobody' })
    const rejected = await unauthorized.sendRequest('/status')
    expect([rejected.status, await rejected.json()]).toEqual([502, { message: 'The status is unavailable.', request: expect.any(String) }])
    await unauthorized.stop()
    expect(platform.failures).toEqual([])
  })
})
