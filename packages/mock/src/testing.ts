/** Shared fixtures of the tests. */

/** Generated document of the generator's fixtures: one operation for each adaptation to Prism. */
export const tinyDocument = new URL('../../../generators/mock/golden/openapi.json', import.meta.url)

export const token = { authorization: 'Bearer any-token' }
export const json = { ...token, 'content-type': 'application/json' }
