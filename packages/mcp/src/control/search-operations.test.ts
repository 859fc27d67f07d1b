import { expect, it } from 'vitest'
import type { CatalogRow } from '../tables/catalog-row.ts'
import { searchOperations } from './search-operations.ts'

const row = (id: string, path: string): CatalogRow => ({ id, method: 'GET', path, family: 'boats', kind: 'read-only', summary: '' })

it('matches the words of a path segment separately', () => {
  const rows = [row('boats_explanations_get', '/v2/boats'), row('boats_sailPlan_get', '/v2/boats/{id}/sail_plan')]
  expect(searchOperations(rows, 'plan', 9).rows.map(({ id }) => id)).toEqual(['boats_sailPlan_get', 'boats_explanations_get'])
})
