import { expect, it } from 'vitest'
import { generateSurface } from './generate.ts'
import { expectGolden, updateHint } from '../kit/testing/golden.ts'
import { createApi, createFamily, createOperation, createParameter, tinyModel } from '../kit/testing/tiny-model.ts'

it(`writes one line for each operation; ${updateHint}`, async () => {
  const files = generateSurface(tinyModel)
  expect(files.map(({ path }) => path)).toEqual(['spec/SURFACE.md'])
  await expectGolden(new URL('golden/', import.meta.url), files)
})

it('is independent of the order of operations', () => {
  const turned = {
    apis: tinyModel.apis.map((api) => ({
      ...api,
      families: api.families.map((family) => ({ ...family, operations: family.operations.toReversed() })),
    })),
  }
  expect(generateSurface(turned)).toEqual(generateSurface(tinyModel))
})

const hostile = ['a\nb', 'a\r\n- b', 'a\u2028b', '<script>alert(1)</script>', '`code`', 'a\u202eb', '-->', '\ud800']

it.each(hostile)('escapes %j', (text) => {
  const operation = createOperation({ id: text, scopes: [text], parameters: [createParameter({ name: text })] })
  const lines = (generateSurface({ apis: [createApi({ version: text, families: [createFamily([operation])] })] })[0]?.text ?? '').split(
    '\n',
  )
  const usual = (generateSurface({ apis: [createApi({ families: [createFamily([createOperation()])] })] })[0]?.text ?? '').split('\n')
  expect(lines).toHaveLength(usual.length)
  expect(lines.slice(1).join('\n').replaceAll('`!`', '').replaceAll('`default`', '')).not.toMatch(/[<`\r\u2028\u202e\ud800]/)
})
