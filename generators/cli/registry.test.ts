import { describe, expect, it } from 'vitest'
import { loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { generators } from './registry.ts'

describe('the registry of generators', () => {
  const outputs = generators.map((generator) => ({ ...generator, paths: generator.generate(loadTinyModel()).map(({ path }) => path) }))

  it('gives every path one owner', () => {
    const paths = outputs.flatMap((generator) => generator.paths)
    expect(paths).toEqual([...new Set(paths)])
  })

  it('keeps generators out of the folders of others', () => {
    for (const { name, paths } of outputs) {
      const others = generators.filter((generator) => generator.name !== name).flatMap(({ folders }) => folders)
      expect(paths.filter((path) => others.some((folder) => path.startsWith(`${folder}/`)))).toEqual([])
    }
  })

  it('produces the same files on every run', () => {
    for (const { generate } of generators) expect(generate(loadTinyModel())).toEqual(generate(loadTinyModel()))
  })
})
