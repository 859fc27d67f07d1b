/** Log probabilities of tokens: fixed values, as no model chose the tokens. */
const alternatives = Array.from({ length: 21 }, (_, index) => ` option${index + 1}`)

/** @param top number of alternatives for each token, including itself */
export function listLogprobs(tokens: readonly string[], top: number): object[] {
  return tokens.map((token) => {
    const own = describe(token, -0.01)
    const others = alternatives.slice(0, Math.max(0, top - 1)).map((other, index) => describe(other, -3 - index))
    return { ...own, top_logprobs: top === 0 ? [] : [own, ...others] }
  })
}

function describe(token: string, logprob: number): object {
  return { token, logprob, bytes: [...Buffer.from(token)] }
}
