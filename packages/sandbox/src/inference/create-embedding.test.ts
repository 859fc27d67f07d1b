import { expect, it } from 'vitest'
import { createEmbedding, packVector } from './create-embedding.ts'

const near = (a: string, b: string) => {
  const [one, other] = [createEmbedding(a, 'gte-large-en-v1.5', 512), createEmbedding(b, 'gte-large-en-v1.5', 512)]
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}

it('creates similar vectors for texts with shared words, ignoring case and punctuation', () => {
  expect(near('The Tides of Mystic', 'the tides, of MYSTIC!')).toBeCloseTo(1)
  expect(near('the tides of Mystic', 'tides in Mystic')).toBeGreaterThan(0.5)
  expect(near('the tides of Mystic', 'quarterly invoices')).toBeLessThan(0.3)
})

it.each(['The quick-brown fox, 42 times', 'Straße ﬁn 日本語 naïve', '!?', 'a'])(
  'gives %s a vector of length 1, the same each time',
  (text) => {
    const vector = createEmbedding(text, 'gte-large-en-v1.5', 64)
    expect(Math.hypot(...vector)).toBeCloseTo(1)
    expect(packVector(createEmbedding(text, 'gte-large-en-v1.5', 64))).toBe(packVector(vector))
  },
)
