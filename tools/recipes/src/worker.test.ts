/** The worker, bundled as its deployment does it: in this process, and in workerd where that is installed. */
import { createRequire } from 'node:module'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import worker from '../worker/worker.ts'
import { folderOf, isInstalled } from './read-recipe.ts'
import { createWebServer, type Platform, startPlatform } from './start-platform.ts'

type Ask = (path: string) => Promise<Response>

/** The part of miniflare that is used here; it is not installed where this is checked. */
interface Miniflare {
  dispatchFetch: (url: string) => Promise<Response>
  dispose: () => Promise<void>
}

interface MiniflareModule {
  readonly Miniflare: new (options: object) => Miniflare
}

async function startWorkerd(bindings: Platform['environment']): Promise<{ readonly ask: Ask; readonly stop: () => Promise<void> }> {
  const { outputFiles } = await build({
    entryPoints: [`${folderOf('worker')}/worker.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  })
  const { Miniflare } = createRequire(`${folderOf('worker')}/worker.ts`)('miniflare') as MiniflareModule
  const compatibilityDate = '2026-07-01'
  const miniflare = new Miniflare({ modules: true, script: outputFiles[0]!.text, bindings, compatibilityDate, cf: false })
  return { ask: (path) => miniflare.dispatchFetch(`http://shop.example${path}`), stop: () => miniflare.dispose() }
}

const startHere = async (environment: Platform['environment']) => {
  // What `startPlatform` gives is what the worker's variables are.
  const given = environment as unknown as Parameters<typeof worker.fetch>[1]
  return { ask: (path: string) => worker.fetch(new Request(`http://shop.example${path}`), given), stop: async () => {} }
}

describe.each([
  { where: 'in this process', start: startHere, skip: false },
  { where: 'in workerd', start: startWorkerd, skip: !isInstalled('worker') },
])('$where', ({ start, skip }) => {
  it.skipIf(skip)('shows the status, hands on what a model writes, and hides what is refused', async () => {
    await using platform = await startPlatform()
    await createWebServer(platform)
    const { ask, stop } = await start(platform.environment)
    expect(await (await ask('/status')).json()).toEqual({ open: true, droplets: [{ name: 'web-01', status: 'active' }] })
    const answer = await ask('/ask?q=Is+it+high+tide%3F')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toMatch(/^You asked about “Is it high tide\?”.*without a model\.$/)
    expect((await ask('/else')).status).toBe(404)
    await stop()

    const stranger = await start({ ...platform.environment, SPINDRIFT_TOKEN: 'dop_v1_nobody' })
    const refused = await stranger.ask('/status')
    expect([refused.status, await refused.json()]).toEqual([502, { message: 'The status is not known.', request: expect.any(String) }])
    await stranger.stop()
    expect(platform.failures).toEqual([])
  })
})
