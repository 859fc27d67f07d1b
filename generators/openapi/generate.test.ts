import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { generateOpenApi } from './generate.ts'

const model = loadTinyModel()
const files = new Map(generateOpenApi(model).map(({ path, text }) => [path.replace('packages/openapi/src/generated/', ''), text]))
const read = (name: string): string => files.get(name) ?? ''

describe('generateOpenApi', () => {
  it('generates each API in full and in plain form, as JSON and YAML', () => {
    const documents = model.apis.flatMap(({ name }) =>
      ['whole', 'plain'].flatMap((form) => [`${form}/${name}.json`, `${form}/${name}.yaml`]),
    )
    expect([...files.keys()].toSorted()).toEqual(['apis.ts', ...documents].toSorted())
    expect(read('apis.ts')).toContain("export const apis = ['control', 'inference'] as const")
  })

  it.each(model.apis)('keeps everything of $name', ({ name, document }) => {
    expect(JSON.parse(read(`whole/${name}.json`))).toEqual(document)
    expect(parse(read(`whole/${name}.yaml`))).toEqual(document)
  })

  it.each(model.apis)('generates equal YAML and JSON of $name in plain form', ({ name }) => {
    const plain = JSON.parse(read(`plain/${name}.json`)) as unknown
    expect(parse(read(`plain/${name}.yaml`))).toEqual(plain)
    expect(JSON.stringify(plain)).not.toContain('x-effect')
    expect(read(`whole/${name}.json`)).toContain('x-effect')
  })
})
