import { expect, test } from 'vitest'
import { checkSpelling } from './check-spelling.ts'

test.each(['behaviour', 'Recognised', 'colours', 'normalise', 'centre', 'analysed', 'organisation', 'towards', 'practise', 'unauthorised'])(
  '%s is found, with its line',
  (word) => {
    expect(checkSpelling('a.md', `One line\nand ${word} here`)).toEqual([`a.md:2: "${word}" is not American spelling.`])
  },
)

test.each(['behavior', 'recognized', 'promise', 'otherwise', 'advertised', 'exercise', 'emphasis', 'Harbour Press', 'metrics', 'centered'])(
  '%s may stand',
  (word) => {
    expect(checkSpelling('a.md', word)).toEqual([])
  },
)
