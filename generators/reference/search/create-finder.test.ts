import { expect, it } from 'vitest'
import { createFinder } from './create-finder.ts'
import type { SearchEntry } from './entry.ts'

const entry = (address: string, title: string, more: Partial<SearchEntry> = {}): SearchEntry => ({
  kind: 'operation',
  address,
  title,
  breadcrumb: 'Boats',
  summary: '',
  ...more,
})

const find = await createFinder({
  entries: [
    entry('boats/index', 'Boats', { kind: 'family', names: 'boats' }),
    entry('boats/list', 'List boats', { method: 'get', path: '/v2/boats', names: 'boats_list' }),
    entry('boats/create', 'Create a boat', { method: 'post', path: '/v2/boats', names: 'boats_create', requiredFields: 'hull_size' }),
    entry('boats/get', 'Get a boat', { method: 'get', path: '/v2/boats/{boat_id}', names: 'boats_get', from: 'client' }),
    entry('boats/delete', 'Delete a boat', { method: 'delete', path: '/v2/boats/{boat_id}', names: 'boats_delete' }),
    entry('boats/repaint', 'Repaint a boat', {
      method: 'put',
      path: '/v2/boats/{boat_id}/paint',
      names: 'boats_repaint',
      optionalFields: 'hull_size',
    }),
    entry('schemas/boat', 'Boat', { kind: 'schema', names: 'Boat', optionalFields: 'hull_size' }),
  ],
})

it.each([
  { input: 'POST /v2/boats', expected: 'boats/create' },
  { input: 'get http://127.0.0.1:4020/v2/boats/7?page=2', expected: 'boats/get' },
  { input: '/v2/boats/7/pa', expected: 'boats/repaint' },
  { input: 'cloud.boats.create({})', expected: 'boats/create' },
  { input: 'boats_delete', expected: 'boats/delete' },
  { input: 'from:client', expected: 'boats/get' },
  { input: 'boats from:client', expected: 'boats/get' },
  { input: 'boat', expected: 'boats/index' },
  { input: 'Boat', expected: 'schemas/boat' },
  { input: 'hull_size', expected: 'boats/create' },
  { input: 'new boat', expected: 'boats/create' },
  { input: 'remove boats', expected: 'boats/delete' },
  { input: 'rapaint', expected: 'boats/repaint' },
  { input: 'cretae baot', expected: 'boats/create' },
  { input: 'repainting the boat', expected: 'boats/repaint' },
])('finds $expected for "$input"', ({ input, expected }) => {
  expect(find(input)[0]?.address).toBe(expected)
})

it('finds nothing without a similar entry', () => {
  expect(find('zyxwv')).toEqual([])
  expect(find('   ')).toEqual([])
})
