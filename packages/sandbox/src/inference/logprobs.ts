/** How likely each token was. There was no choice among tokens, so the numbers only look the part: they follow from the token. */
import { createRandom } from './random.ts'

const alternatives = [
  'The',
  ' and',
  ' a',
  ' to',
  '.',
  ',',
  ' in',
  ' of',
  ' it',
  ' is',
  ' that',
  ' for',
  ' on',
  ' with',
  ' as',
  ' but',
  ' or',
  ' not',
  ' from',
  ' by',
  ' this',
] as const

/** `top`: how many of the likeliest to add to each, itself the first. */
export function listLogprobs(tokens: readonly string[], top: number): object[] {
  return tokens.map((token) => {
    const random = createRandom(token)
    const own = describe(token, -(1 + random.below(120)) / 1000)
    const others = alternatives.filter((other) => other !== token).slice(0, Math.max(0, top - 1))
    const listed = others.map((other, place) => describe(other, -2.5 - place - random.below(500) / 1000))
    return { ...own, top_logprobs: top === 0 ? [] : [own, ...listed] }
  })
}

function describe(token: string, logprob: number): object {
  return { token, logprob, bytes: [...Buffer.from(token)] }
}
