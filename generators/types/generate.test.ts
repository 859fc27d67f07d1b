import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadTinyBundles, loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { compile, readText } from '../kit/testing/compile.ts'
import { change } from '../kit/testing/change.ts'
import { expectGolden, listGolden } from '../kit/testing/golden.ts'
import { buildModel } from '../model/build-model.ts'
import { generateTypes } from './generate.ts'

const golden = new URL('golden/', import.meta.url)
const paths = listGolden(golden).map((name) => fileURLToPath(new URL(name, golden)))

describe('generateTypes', () => {
  it('makes the goldens of the tiny specification', () => {
    expectGolden(golden, generateTypes(loadTinyModel()))
  })

  it('makes files that compile', () => {
    expect(paths.length).toBeGreaterThan(0)
    expect(compile(paths)).toEqual([])
  })

  it('would be caught if one of them did not compile', () => {
    const [path = ''] = paths.filter((each) => each.endsWith('/boats.ts'))
    const broken = readText(path).replace('Boat[]', 'Vessel[]')
    expect(compile(paths, new Map([[path, broken]]))).toEqual(["boats.ts: Cannot find name 'Vessel'."])
  })

  it('gives every operation types that a program can use', () => {
    const user = fileURLToPath(new URL('user.ts', golden))
    const uses = (text: string) =>
      compile([user], new Map([[user, `import type { BoatCreate, Operations } from './all.ts'\n${text}\n`], [user.replace('user.ts', 'all.ts'), all]]))
    const all = "export type * from './index.ts'\nexport type * from './operations.ts'\n"
    expect(uses("export const given: Operations['boats_get']['request'] = { path: { boat_id: 7 } }")).toEqual([])
    expect(uses("export const given: Operations['boats_get']['request'] = { path: { boat_id: 'x' } }")).toHaveLength(1)
    expect(uses("export const given: Operations['boats_get']['request'] = {}")).toHaveLength(1)
    expect(uses("export const given: BoatCreate = { kind: 'sailing', name: 'Tern', masts: 2 }")).toEqual([])
    expect(uses("export const given: BoatCreate = { kind: 'motor', name: 'Tern', masts: 2 }")).toHaveLength(1)
    expect(uses("export const given: Operations['boats_list']['replies'][401] = { id: 'x', message: 'y' }")).toEqual([])
  })

  it('refuses a schema that has the name of a type it makes itself', () => {
    const bundles = change(loadTinyBundles(), (control, sources) => {
      control.components.schemas['BoatsGetRequest'] = { type: 'object' }
      sources['schemas/BoatsGetRequest'] = { file: 'shared/x.yaml', pointer: '/components/schemas/BoatsGetRequest' }
    })
    expect(() => generateTypes(buildModel(bundles))).toThrow('boats_get makes the type BoatsGetRequest, and a schema has that name too.')
  })
})
