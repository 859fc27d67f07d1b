import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeApi, tinyModel } from '../kit/testing/tiny-model.ts'
import { annotateDocument } from './annotate-document.ts'
import { compress, generateReference } from './generate.ts'
import { renderPage } from './render-page.ts'

describe('generateReference', () => {
  it('makes one page for each API and an index', () => {
    const files = generateReference(tinyModel, { control: 'a', tools: 'b' })
    expect(files.map(({ path }) => path)).toEqual([
      'packages/reference/dist/control.html',
      'packages/reference/dist/tools.html',
      'packages/reference/dist/index.html',
    ])
  })

  it('says which page is missing, and refuses a name that leaves the folder', () => {
    expect(() => generateReference(tinyModel, { control: 'a' })).toThrow('"tools" was not rendered')
    expect(() => generateReference({ apis: [makeApi({ name: '../a' })] }, { '../a': '' })).toThrow('cannot be a file name')
  })

  it('compresses alike on every system', () => {
    expect(compress('abc')[9]).toBe(255)
    expect(gunzipSync(compress('abc')).toString()).toBe('abc')
  })
})

describe('renderPage', () => {
  const description = 'A <script>alert(1)</script> & </script> in words.'
  const api = makeApi({
    document: { ...makeApi().document, info: { title: '</title><script>alert(2)</script>', version: '1', description } },
  })

  it('makes the same offline page every time', async () => {
    const [first, second] = await Promise.all([renderPage(annotateDocument(api)), renderPage(annotateDocument(api))])
    expect(first).toBe(second)
    const [page] = generateReference({ apis: [api] }, { control: first ?? '' })
    expect(page?.text).toContain('"disableTelemetry":true')
    expect(page?.text).toContain("default-src 'none'")
    expect(page?.text).not.toContain('<script>alert')
  })

  it('says what went wrong', async () => {
    const broken = { ...makeApi().document, openapi: '9.9' }
    await expect(renderPage(broken)).rejects.toThrow(/made no page of "Tiny API": .*9\.9/s)
  })
})
