import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { countTokens, splitTokens } from './tokens.ts'

it('counts the tokens that it splits a text into, in any script', () => {
  const letter = fc.constantFrom(...' \t\n\v\f\r\u00a0aZ09_-.\0\x1f\x85é日\u0301３😀\ud800')
  const text = fc.array(letter, { maxLength: 40 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (input) => {
      const tokens = splitTokens(input)
      expect({ count: countTokens(input), joined: tokens.join('') }).toEqual({ count: tokens.length, joined: input })
    }),
    { numRuns: 2000 },
  )
})
