import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectGolden, updateHint } from '../kit/testing/golden.ts'
import { loadTinyBundles, loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { buildModel } from '../model/build-model.ts'
import { generateSandbox } from './generate.ts'

const golden = new URL('golden/', import.meta.url)
const tables = (model = loadTinyModel()) =>
  generateSandbox(model).filter(({ path }) => path.endsWith('.ts') && !/\/(?:mask-secrets|tool-calls)\.ts$/.test(path))

type Validator = ((value: unknown) => boolean) & {
  readonly errors?: readonly { readonly instancePath: string; readonly keyword: string }[] | null
}

describe('generateSandbox', () => {
  it(`generates the golden tables of the tiny specification; ${updateHint}`, async () => {
    await expectGolden(golden, tables())
  })

  it('produces the same files on every run', () => {
    expect(generateSandbox(loadTinyModel())).toEqual(generateSandbox(buildModel(loadTinyBundles())))
  })
})

describe('generated validators', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-validators-'))
  let boats: Readonly<Record<string, Validator>> = {}
  let replies: Readonly<Record<string, Validator>> = {}
  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    for (const { path, text } of generateSandbox(loadTinyModel())) writeFileSync(join(folder, basename(path)), text)
    const load = (name: string) => import(pathToFileURL(join(folder, name)).href) as Promise<Readonly<Record<string, Validator>>>
    boats = await load('boats.js')
    replies = await load('boats.replies.js')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('accept unknown fields of a request and report every error', () => {
    const validate = boats['body_boats_create']
    expect(validate?.({ kind: 'motor', name: 'Gull', unknown: true })).toBe(true)
    expect(validate?.({ kind: 'sailing', masts: 9 })).toBe(false)
    expect(validate?.errors?.map(({ keyword }) => keyword).toSorted()).toEqual(['enum', 'required'])
    expect(boats['body_boats_update']?.({ extra: 1 })).toBe(true)
  })

  it('convert the text of parameters to their types', () => {
    const input = { path: { boat_id: '7' }, query: {}, header: {} }
    expect(boats['parameters_boats_get']?.(input)).toBe(true)
    expect(input.path.boat_id).toBe(7)
    expect(boats['parameters_boats_get']?.({ path: { boat_id: 'x' } })).toBe(false)
  })

  it('check replies exactly', () => {
    const boat = { id: 7, name: 'Tern', berth: null, state: 'moored' }
    expect(replies['reply_boats_get_200']?.(boat)).toBe(true)
    expect(replies['reply_boats_get_200']?.({ ...boat, id: '7' })).toBe(false)
  })
})
