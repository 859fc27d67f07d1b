/** Type tests of `paths` with the libraries around openapi-typescript. */
import type { Volume } from '@spindrift/types/volumes'
import type { paths } from '@spindrift/types/volumes/paths'
import { createOpenApiHttp } from 'openapi-msw'
import createQueries from 'openapi-react-query'
import { expectTypeOf } from 'vitest'
import { createPathClient } from './path-client.ts'

const api = createPathClient<paths>()
const path = { volume_id: '506f78a4-e098-11e5-ad9f-000f53306ae1' }

const { data, error } = await api.GET('/v2/volumes/{volume_id}', { params: { path } })
if (data) {
  // Extensible enumerations are strings here; all other types are the same.
  expectTypeOf(data.volume).toExtend<Volume>()
  expectTypeOf<Volume>().toExtend<typeof data.volume>()
  expectTypeOf(data.volume.region.slug).toEqualTypeOf<string>()
  expectTypeOf<Omit<typeof data.volume, 'region'>>().toEqualTypeOf<Omit<Volume, 'region'>>()
} else expectTypeOf(error.message).toEqualTypeOf<string>()

await api.GET('/v2/volumes')
// @ts-expect-error -- the path parameter is missing
await api.GET('/v2/volumes/{volume_id}')
// @ts-expect-error -- the body is missing
await api.POST('/v2/volumes')
// @ts-expect-error -- a required query
await api.DELETE('/v2/volumes')
// @ts-expect-error -- not a method of this path
await api.PATCH('/v2/volumes', {})
// @ts-expect-error -- another family's
await api.GET('/v2/droplets')
await api.POST('/v2/volumes', { body: { name: 'covers-data', region: 'mars1', size_gigabytes: 100 } })
await api.GET('/v2/volumes', { params: { query: { region: 'mars1' } } })
// @ts-expect-error -- not a number
await api.POST('/v2/volumes', { body: { name: 'covers-data', region: 'nyc3', size_gigabytes: '100' } })

const whole = createPathClient()
const { data: droplets } = await whole.GET('/v2/droplets', { params: { query: { tag_name: 'storefront' } } })
expectTypeOf(droplets!.droplets[0]!.id).toEqualTypeOf<number>()
// @ts-expect-error -- no such path
await whole.GET('/v2/boats')

const queries = createQueries(api)
export function useNames() {
  const { data: page } = queries.useQuery('get', '/v2/volumes', { params: { query: { region: 'nyc3' } } })
  // @ts-expect-error -- the path parameter is missing
  queries.useQuery('get', '/v2/volumes/{volume_id}')
  return page?.volumes.map(({ name }) => name)
}

const http = createOpenApiHttp<paths>()
export const handlers = [
  http.get('/v2/volumes/{volume_id}', ({ response }) => response(404).json({ id: 'not_found', message: 'No.' })),
  // @ts-expect-error -- a status it does not have
  http.delete('/v2/volumes/{volume_id}', ({ response }) => response(201).empty()),
  // @ts-expect-error -- no such path
  http.get('/v2/droplets', () => undefined),
]
