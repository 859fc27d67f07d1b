/** Inserts hostile texts in every place of a specification and runs every generator: one of the texts in each place. `pnpm verify injection` inserts all of them everywhere. */
import { describe, expect, it } from 'vitest'
import { loadTinyBundles } from '../../kit/tiny-spec/load-tiny-spec.ts'
import { findProblems } from './find-problems.ts'
import { generatorsUnderTest } from './generators-under-test.ts'
import { hostileStrings } from './hostile-strings.ts'
import { places } from './places.ts'

const bundles = loadTinyBundles()

describe('hostile texts', () => {
  it('are 24 different texts', () => {
    expect(new Set(hostileStrings.map(({ text }) => text)).size).toBe(24)
  })

  it.each(places.map((place, index) => ({ ...place, index })))(
    'are harmless in every generated file as $name',
    { timeout: 120_000 },
    ({ index, ...place }) => {
      const texts = hostileStrings.filter((_, number) => number === index % hostileStrings.length)
      const { findings, written, refused } = findProblems(generatorsUnderTest, bundles, place, texts)
      expect(findings).toEqual([])
      expect(written + refused).toBe(generatorsUnderTest.length * texts.length)
    },
  )

  it('are harmless in the title of an API, whose name many pages have', { timeout: 120_000 }, () => {
    const place = places.find(({ name }) => name === 'info title')
    const texts = hostileStrings.filter(({ text }) => text.includes('<'))
    expect(place && findProblems(generatorsUnderTest, bundles, place, texts).findings).toEqual([])
  })

  it('are accepted by some generators', { timeout: 120_000 }, () => {
    const place = places.find(({ name }) => name === 'property description')
    const outcome = place && findProblems(generatorsUnderTest, bundles, place, hostileStrings.slice(0, 6))
    expect(outcome?.refused).toBe(0)
  })
})
