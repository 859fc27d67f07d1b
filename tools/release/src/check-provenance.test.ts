import { expect, it } from 'vitest'
import { checkRepository } from './check-provenance.ts'

it('rejects a package whose manifest names another repository', () => {
  const manifest = { name: 'a', version: '1.0.0', repository: { type: 'git', url: 'git+https://github.com/one/a.git' } }
  expect(checkRepository([{ name: 'a', manifest }], 'one/a')).toEqual([])
  expect(checkRepository([{ name: 'a', manifest }], 'two/a')[0]).toContain('but two/a publishes it')
})
