/** HTTP responses for the files of the console. Tests in a browser are in console/browser. */
import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createSandbox } from '../create-sandbox.ts'

const origin = 'http://127.0.0.1:4020'
const sandbox = createSandbox({ seed: 7 })
const get = (path: string, headers: Record<string, string> = {}) => sandbox.fetch(`${origin}${path}`, { headers })

async function readAssets(): Promise<string[]> {
  const page = await (await get('/_sandbox')).text()
  return [...page.matchAll(/(?:href|src)="(\/_sandbox\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
}

describe('the console', () => {
  it.each(['/_sandbox', '/_sandbox/'])('is a page at %s that runs only its own script and cannot be framed', async (path) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "trusted-types 'none'"])
      expect(policy.split('; ')).toContain(rule)
    expect(policy).not.toContain('unsafe')
  })

  it('is where a browser arrives that opens the base URL, while other clients get 404', async () => {
    const reply = await sandbox.fetch(`${origin}/`, { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/_sandbox'])
    expect((await get('/')).status).toBe(404)
  })

  it('names the control API for browsers without JavaScript', async () => {
    const page = await (await sandbox.fetch(`${origin}/_sandbox`, { headers: { host: 'localhost:4020' } })).text()
    expect(page).toMatch(/<noscript>[^]*curl http:\/\/\S+\/_sandbox\/info[^]*<\/noscript>/)
  })

  it('serves immutable files in the accepted encoding', async () => {
    for (const path of await readAssets()) {
      const [br, gzip, plain] = await Promise.all([
        get(path, { 'accept-encoding': 'gzip, br' }),
        get(path, { 'accept-encoding': 'gzip' }),
        get(path),
      ])
      expect(br.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect([br, gzip, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null])
      const text = await plain.text()
      expect(brotliDecompressSync(await br.bytes()).toString()).toBe(text)
      expect(gunzipSync(await gzip.bytes()).toString()).toBe(text)
    }
  })

  it.each(['nothing.js', '..%2findex.html', '../index.html', 'main.js.br'])('has no file %s', async (name) => {
    expect((await get(`/_sandbox/assets/${name}`)).status).toBe(404)
  })

  it('is served without the control token, and contains no credentials', async () => {
    const guarded = createSandbox({ seed: 7, controlToken: 'a-token-of-the-test' })
    const page = await guarded.fetch(`${origin}/_sandbox`)
    expect([page.status, (await guarded.fetch(`${origin}/_sandbox/info`)).status]).toEqual([200, 401])
    expect(await page.text()).not.toContain(guarded.credentials().tokens.full)
  })
})

describe('the files of the console', () => {
  const folder = new URL('../../dist/console/assets/', import.meta.url)
  const names = readdirSync(folder)
  const read = (name: string) => readFileSync(new URL(name, folder))

  /** Static imports of a module, recursively. */
  function listStatic(name: string, seen = new Set<string>()): Set<string> {
    if (seen.has(name)) return seen
    seen.add(name)
    const text = brotliDecompressSync(read(`${name}.br`)).toString()
    for (const [, path = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) listStatic(path, seen)
    return seen
  }

  it('are at most 60 kB for the first view with its data', async () => {
    const named = (await readAssets()).map((path) => path.slice(path.lastIndexOf('/') + 1))
    const data = names.filter((name) => /^data-.*\.index\.json\.gz$/.test(name)).map((name) => name.slice(0, -3))
    expect(named).toHaveLength(3)
    expect(data).toHaveLength(1)
    const modules = named.filter((name) => name.endsWith('.js')).flatMap((name) => [...listStatic(name)])
    expect([...new Set(modules)].toSorted()).toEqual(named.filter((name) => name.endsWith('.js')).toSorted())
    const loaded = new Set([...named, ...data])
    for (const ending of ['br', 'gz']) {
      const bytes = [...loaded].reduce((sum, name) => sum + read(`${name}.${ending}`).length, 0)
      expect(bytes, ending).toBeLessThan(60_000)
    }
  })

  it('never turn text into markup', () => {
    const sources = readdirSync(new URL('../../console/', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    )
    const found = sources.filter((name) =>
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/.test(
        readFileSync(new URL(`../../console/${name}`, import.meta.url), 'utf8'),
      ),
    )
    expect(sources.length).toBeGreaterThan(20)
    expect(found).toEqual([])
  })
})
