import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadTinyBundles, loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { compile, expectFindings } from '../kit/testing/compile.ts'
import { change } from '../kit/testing/change.ts'
import { expectGolden, listGolden, updateHint } from '../kit/testing/golden.ts'
import { buildModel } from '../model/build-model.ts'
import { generateTypes } from './generate.ts'

const golden = new URL('golden/', import.meta.url)

describe('generateTypes', { timeout: 60_000 }, () => {
  it(`generates the goldens of the tiny specification; ${updateHint}`, async () => {
    await expectGolden(golden, generateTypes(loadTinyModel()))
  })

  it('generates files that compile', () => {
    expect(listGolden(golden)).not.toEqual([])
    expect(compile(listGolden(golden))).toEqual([])
  })

  it('would detect a file that does not compile', () => {
    const path = fileURLToPath(new URL('boats.ts', golden))
    const broken = readFileSync(path, 'utf8').replace('Boat[]', 'Vessel[]')
    expect(compile(listGolden(golden), new Map([[path, broken]]))).toEqual(["boats.ts: Cannot find name 'Vessel'."])
  })

  it('generates usable types for every operation', () => {
    const samples = [
      { input: "export const given: Operations['boats_get']['request'] = { path: { boat_id: 7 } }", expected: 0 },
      { input: "export const given: Operations['boats_get']['request'] = { path: { boat_id: 'x' } }", expected: 1 },
      { input: "export const given: Operations['boats_get']['request'] = {}", expected: 1 },
      { input: "export const given: BoatCreate = { kind: 'sailing', name: 'Tern', masts: 2 }", expected: 0 },
      { input: "export const given: BoatCreate = { kind: 'motor', name: 'Tern', masts: 2 }", expected: 1 },
      { input: "export const given: Operations['boats_list']['replies'][401] = { id: 'x', message: 'y' }", expected: 0 },
      { input: "export const given: Operations['signals_listen']['request'] = { path: {} }", expected: 1 },
    ]
    const head = "import type { BoatCreate } from './index.ts'\nimport type { Operations } from './operations.ts'"
    expectFindings(golden, head, samples)
  })

  it('rejects a schema whose name equals a generated type', () => {
    const bundles = change(loadTinyBundles(), (control, sources) => {
      control.components.schemas['BoatsGetRequest'] = { type: 'object' }
      sources['schemas/BoatsGetRequest'] = { file: 'shared/x.yaml', pointer: '/components/schemas/BoatsGetRequest' }
    })
    expect(() => generateTypes(buildModel(bundles))).toThrow(
      'boats_get produces the type BoatsGetRequest, which is also the name of a schema. Rename one of them.',
    )
  })
})
