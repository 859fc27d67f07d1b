import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadBundles } from './load-bundles.ts'

describe('loadBundles', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bundles-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('loads the documents listed in the source index, in order', () => {
    const sources = { oauth: {}, control: { 'GET /v2/boats': { file: 'control/boats.yaml', pointer: '/paths' } } }
    writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources))
    writeFileSync(join(folder, 'oauth.json'), '{"openapi":"3.1.1"}')
    writeFileSync(join(folder, 'control.json'), '{"openapi":"3.1.1","info":"\u00e4"}')
    writeFileSync(join(folder, 'other.json'), 'never read')
    expect(loadBundles(folder)).toEqual({
      documents: [
        { api: 'oauth', document: { openapi: '3.1.1' } },
        { api: 'control', document: { openapi: '3.1.1', info: '\u00e4' } },
      ],
      sources,
    })
  })

  it('names the command to run when there are no bundles', () => {
    expect(() => loadBundles(folder)).toThrow(`${join(folder, 'sources.json')} does not exist. Run: pnpm bundle`)
    writeFileSync(join(folder, 'sources.json'), '{"control":{}}')
    expect(() => loadBundles(folder)).toThrow(`${join(folder, 'control.json')} does not exist. Run: pnpm bundle`)
  })
})
