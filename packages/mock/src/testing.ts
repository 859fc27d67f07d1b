/** What the tests of this package share. */

/** The document that the generator makes of its tiny bundles: one operation for each thing adapted to Prism. */
export const tinyDocument = new URL('../../../generators/mock/golden/openapi.json', import.meta.url)

export const token = { authorization: 'Bearer any-token' }
export const json = { ...token, 'content-type': 'application/json' }
