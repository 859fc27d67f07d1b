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

it('has what the path leads to, by however many steps, and how callers show who they are', () => {
  const { paths, components } = pickPath(document, '/a')
  expect({ paths, components }).toEqual({
    paths: { '/a': document.paths['/a'] },
    components: {
      schemas: { A: document.components.schemas.A, Tree: document.components.schemas.Tree },
      securitySchemes: { token: { type: 'http' } },
    },
  })
})

it('takes names apart as a pointer writes them', () => {
  expect(pickPath(document, '/b').components).toMatchObject({ schemas: { 'B/b': {} } })
})

it.each(['/c', '/d'])('is the whole document where %s refers elsewhere or to nothing', (path) => {
  expect(pickPath(document, path)).toBe(document)
})
