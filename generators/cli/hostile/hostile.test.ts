/** Inserts a hostile text in every third place of a specification and runs every generator. `pnpm verify injection` inserts every text in every place. */
import { describe, expect, it } from 'vitest'
import { loadTinyBundles } from '../../kit/tiny-spec/load-tiny-spec.ts'
import { findProblems } from './find-problems.ts'
import { generatorsUnderTest } from './generators-under-test.ts'
import { hostileStrings } from './hostile-strings.ts'
import { injectionPoints } from './places.ts'

const bundles = loadTinyBundles()

describe('hostile texts', () => {
  it('are 24 different texts', () => {
    expect(new Set(hostileStrings.map(({ text }) => text)).size).toBe(24)
  })

  it.each(injectionPoints.filter((_, index) => index % 3 === 2).map((point, index) => ({ ...point, index })))(
    'are harmless in every generated file as $name',
    { timeout: 120_000 },
    ({ index, ...point }) => {
      const texts = hostileStrings.filter((_, number) => number === index % hostileStrings.length)
      const { findings, written, refused } = findProblems(generatorsUnderTest, bundles, point, texts)
      expect(findings).toEqual([])
      expect(written + refused).toBe(generatorsUnderTest.length * texts.length)
    },
  )

  it('are harmless in the title of an API, whose name many pages have', { timeout: 120_000 }, () => {
    const point = injectionPoints.find(({ name }) => name === 'info title')
    const texts = hostileStrings.filter(({ text }) => text.includes('<'))
    expect(point && findProblems(generatorsUnderTest, bundles, point, texts).findings).toEqual([])
  })

  it('are accepted and harmless in a description', { timeout: 120_000 }, () => {
    const point = injectionPoints.find(({ name }) => name === 'property description')
    const texts = hostileStrings.filter(({ name }) => /comment end|documentation tag/.test(name))
    expect(point && findProblems(generatorsUnderTest, bundles, point, texts)).toMatchObject({ refused: 0, findings: [] })
  })
})
