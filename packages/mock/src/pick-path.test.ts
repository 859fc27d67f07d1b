import { expect, it } from 'vitest'
import { pickPath } from './pick-path.ts'

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const document = {
  openapi: '3.1.0',
  paths: { '/a': { get: refer('A') }, '/b': { get: refer('B~1b') }, '/c': { get: { $ref: '#/paths/~1a/get' } }, '/d': { get: refer('D') } },
  components: {
    schemas: { A: { items: refer('Tree') }, Tree: { items: refer('Tree') }, 'B/b': {}, Unused: {} },
    securitySchemes: { token: { type: 'http' } },
  },
}

it('contains all referenced components and the security schemes', () => {
  const { paths, components } = pickPath(document, '/a')
  expect({ paths, components }).toEqual({
    paths: { '/a': document.paths['/a'] },
    components: {
      schemas: { A: document.components.schemas.A, Tree: document.components.schemas.Tree },
      securitySchemes: { token: { type: 'http' } },
    },
  })
})

it('decodes JSON Pointer names', () => {
  expect(pickPath(document, '/b').components).toMatchObject({ schemas: { 'B/b': {} } })
})

it.each(['/c', '/d'])('is the whole document if %s has a reference elsewhere or a dangling one', (path) => {
  expect(pickPath(document, path)).toBe(document)
})
