import { describe, expect, it } from 'vitest'
import { compareText, sortFiles } from './generated-file.ts'

describe('sortFiles', () => {
  it('sorts by code unit in every locale and does not change its input', () => {
    const given = ['b', 'a-b', 'B', 'a', '\u00e4', 'a/b'].map((path) => ({ path, text: '' }))
    expect(sortFiles(given).map(({ path }) => path)).toEqual(['B', 'a', 'a-b', 'a/b', 'b', '\u00e4'])
    expect(given[0]?.path).toBe('b')
  })
})

describe('compareText', () => {
  it.each([
    { given: ['a', 'b'], want: -1 },
    { given: ['b', 'a'], want: 1 },
    { given: ['a', 'a'], want: 0 },
  ] as const)('compares $given', ({ given: [a, b], want }) => {
    expect(compareText(a, b)).toBe(want)
  })
})
