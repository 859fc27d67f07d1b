import { describe, expect, it } from 'vitest'
import { compareText, sortFiles } from './generated-file.ts'

describe('sortFiles', () => {
  it('sorts by code unit in every locale and does not change its input', () => {
    const input = ['b', 'a-b', 'B', 'a', '\u00e4', 'a/b'].map((path) => ({ path, text: '' }))
    expect(sortFiles(input).map(({ path }) => path)).toEqual(['B', 'a', 'a-b', 'a/b', 'b', '\u00e4'])
    expect(input[0]?.path).toBe('b')
  })
})

describe('compareText', () => {
  it.each([
    { input: ['a', 'b'], expected: -1 },
    { input: ['b', 'a'], expected: 1 },
    { input: ['a', 'a'], expected: 0 },
  ] as const)('compares $input', ({ input: [a, b], expected }) => {
    expect(compareText(a, b)).toBe(expected)
  })
})
