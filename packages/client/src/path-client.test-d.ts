/** The same for the path style: paths, arguments, and how a reply narrows. Compiled by `tsc`, never run. */
/* oxlint-disable vitest/expect-expect -- each `@ts-expect-error` is an assertion */
import type {
  ApiError,
  DropletBatchCreate,
  DropletBatchCreated,
  DropletCreate,
  DropletCreated,
  DropletList,
  Volume,
  VolumeResponse,
} from '@spindrift/types'
import { expectTypeOf, test } from 'vitest'
import { createPathClient } from './path-client.ts'

const api = createPathClient()
const path = { volume_id: 'x' }

test('narrows by status', async () => {
  const reply = await api.GET('/v2/volumes/{volume_id}', { path })
  if (reply.status === 200) {
    expectTypeOf(reply.data).toEqualTypeOf<VolumeResponse>()
    expectTypeOf(reply.data.volume).toEqualTypeOf<Volume>()
    // @ts-expect-error a success has no error
    void reply.error
  } else {
    expectTypeOf(reply.error).toEqualTypeOf<ApiError>()
    // @ts-expect-error a failure has no data
    void reply.data
  }
  // @ts-expect-error neither is there before it is narrowed
  void reply.data
  // @ts-expect-error neither is there before it is narrowed
  void reply.error
})

test('narrows by ok', async () => {
  const reply = await api.GET('/v2/droplets')
  expectTypeOf(reply.status).toEqualTypeOf<200 | 401 | 403 | 422 | 429 | 500>()
  if (reply.ok) {
    expectTypeOf(reply.data).toEqualTypeOf<DropletList>()
    expectTypeOf(reply.status).toEqualTypeOf<200>()
  } else {
    expectTypeOf(reply.error).toEqualTypeOf<ApiError>()
    expectTypeOf(reply.status).toEqualTypeOf<401 | 403 | 422 | 429 | 500>()
  }
})

test('narrows by a switch over every status', async () => {
  const reply = await api.POST('/v2/volumes', { body: { name: 'a', region: 'nyc3', size_gigabytes: 1 } })
  switch (reply.status) {
    case 201:
      return reply.data.volume.id
    case 409:
      return reply.error.id
    // @ts-expect-error it never answers 418
    case 418:
      return ''
    default:
      expectTypeOf(reply.ok).toEqualTypeOf<false>()
      return reply.error.message
  }
})

test('the body decides what a success holds', async () => {
  const alike = { size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
  const one = await api.POST('/v2/droplets', { body: { name: 'a', ...alike } })
  if (one.ok) expectTypeOf(one.data).toEqualTypeOf<DropletCreated>()
  else expectTypeOf(one.error).toEqualTypeOf<ApiError>()
  const several = await api.POST('/v2/droplets', { body: { names: ['a'], ...alike } })
  if (several.ok) expectTypeOf(several.data).toEqualTypeOf<DropletBatchCreated>()
  const either = await api.POST('/v2/droplets', { body: {} as DropletCreate | DropletBatchCreate })
  if (either.ok) expectTypeOf(either.data).toEqualTypeOf<DropletCreated | DropletBatchCreated>()
  const chat = await api.POST('/v1/chat/completions', { body: { model: 'm', messages: [], stream: true } })
  if (chat.ok) expectTypeOf(chat.data).toEqualTypeOf<string>()
  // @ts-expect-error it has neither a name nor names
  void api.POST('/v2/droplets', { body: alike })
})

test('nothing comes with 204', async () => {
  const reply = await api.DELETE('/v2/volumes/{volume_id}', { path })
  if (reply.status === 204) expectTypeOf(reply.data).toEqualTypeOf<undefined>()
})

test('the facts around it need no narrowing', async () => {
  const { response, requestId, rateLimit } = await api.GET('/v2/account')
  expectTypeOf(response).toEqualTypeOf<Response>()
  expectTypeOf(requestId).toEqualTypeOf<string | undefined>()
  expectTypeOf(rateLimit?.resetAt).toEqualTypeOf<Date | undefined>()
})

test('what may be left out may be left out', () => {
  void api.GET('/v2/account')
  void api.GET('/v2/droplets')
  void api.GET('/v2/droplets', { query: { page: 1 } }, { timeoutMs: 0 })
})

test('a path that does not exist', () => {
  // @ts-expect-error it is droplets
  void api.GET('/v2/droplet')
  // @ts-expect-error the parameter stands in braces
  void api.GET('/v2/volumes/x')
  // @ts-expect-error the account cannot be posted
  void api.POST('/v2/account')
  // @ts-expect-error an empty path is none
  void api.GET('')
})

test('arguments that are wrong', () => {
  // @ts-expect-error the path parameter is missing
  void api.GET('/v2/volumes/{volume_id}')
  // @ts-expect-error the path parameter is missing
  void api.GET('/v2/volumes/{volume_id}', {})
  // @ts-expect-error it is volume_id
  void api.GET('/v2/volumes/{volume_id}', { path: { id: 'x' } })
  // @ts-expect-error the body is missing
  void api.POST('/v2/volumes')
  // @ts-expect-error its name is missing
  void api.POST('/v2/volumes', { body: { region: 'nyc3', size_gigabytes: 1 } })
  // @ts-expect-error there is no such filesystem
  void api.POST('/v2/volumes', { body: { name: 'a', region: 'nyc3', size_gigabytes: 1, filesystem_type: 'ntfs' } })
  // @ts-expect-error size_gigabytes is a number
  void api.POST('/v2/volumes', { body: { name: 'a', region: 'nyc3', size_gigabytes: '1' } })
  // @ts-expect-error it is tag_name
  void api.GET('/v2/droplets', { query: { tag: 'storefront' } })
  // @ts-expect-error the account takes nothing
  void api.GET('/v2/account', { query: { page: 1 } })
  // @ts-expect-error it is timeoutMs
  void api.GET('/v2/droplets', {}, { timeout: 1 })
})
