import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { embed, packVector } from './embed.ts'

const near = (a: string, b: string) => {
  const [one, other] = [embed(a, 'gte-large-en-v1.5', 512), embed(b, 'gte-large-en-v1.5', 512)]
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}

it('lies close where words are shared, in any case and between any marks', () => {
  expect(near('The Tides of Mystic', 'the tides, of MYSTIC!')).toBeCloseTo(1)
  expect(near('the tides of Mystic', 'tides in Mystic')).toBeGreaterThan(0.5)
  expect(near('the tides of Mystic', 'quarterly invoices')).toBeLessThan(0.3)
})

it.each([
  { given: 'The quick-brown fox, 42 times', want: '919dc4f4d1791ec5' },
  { given: 'Straße ﬁn 日本語 naïve', want: '817b61ae7a84d31d' },
  { given: '!?', want: '4209ea0512a9d219' },
  { given: 'a', want: 'efdb049d1054af1b' },
])('is for ever the same of $given', ({ given, want }) => {
  expect(hash('sha256', packVector(embed(given, 'gte-large-en-v1.5', 64))).slice(0, 16)).toBe(want)
})
