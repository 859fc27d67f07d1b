/** Inserts hostile texts in every place of a specification and runs every generator: one of the texts in each place. `pnpm verify injection` inserts all of them everywhere. */
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

  it.each(injectionPoints.map((point, index) => ({ ...point, index })))(
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

  it('are accepted by some generators', { timeout: 120_000 }, () => {
    const point = injectionPoints.find(({ name }) => name === 'property description')
    const outcome = point && findProblems(generatorsUnderTest, bundles, point, hostileStrings.slice(0, 6))
    expect(outcome?.refused).toBe(0)
  })
})
