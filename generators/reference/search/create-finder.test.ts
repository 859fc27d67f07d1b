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
    entry('boats/get', 'Get a boat', { method: 'get', path: '/v2/boats/{boat_id}', names: 'boats_get' }),
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
  { given: 'POST /v2/boats', want: 'boats/create' },
  { given: 'get http://127.0.0.1:4020/v2/boats/7?page=2', want: 'boats/get' },
  { given: '/v2/boats/7/pa', want: 'boats/repaint' },
  { given: 'cloud.boats.create({})', want: 'boats/create' },
  { given: 'boats_delete', want: 'boats/delete' },
  { given: 'boat', want: 'boats/index' },
  { given: 'Boat', want: 'schemas/boat' },
  { given: 'hull_size', want: 'boats/create' },
  { given: 'new boat', want: 'boats/create' },
  { given: 'remove boats', want: 'boats/delete' },
  { given: 'rapaint', want: 'boats/repaint' },
  { given: 'cretae baot', want: 'boats/create' },
  { given: 'repainting the boat', want: 'boats/repaint' },
])('finds $want for "$given"', ({ given, want }) => {
  expect(find(given)[0]?.address).toBe(want)
})

it('finds nothing without a similar entry', () => {
  expect(find('zyxwv')).toEqual([])
  expect(find('   ')).toEqual([])
})
