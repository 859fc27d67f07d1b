/** Type tests of calls: valid and invalid arguments, exact result types. Compiled by `tsc`, never run. */
/* oxlint-disable vitest/expect-expect -- each `@ts-expect-error` is an assertion */
import type {
  Account,
  AccountResponse,
  ChatCompletion,
  ChatCompletionCreate,
  Droplet,
  DropletBatchCreate,
  DropletBatchCreated,
  DropletCreate,
  DropletCreated,
  DropletList,
  DropletsCreateRequest,
  DropletsListRequest,
  MessageReply,
  RegionSlug,
  Volume,
  VolumeCreate,
  VolumeList,
  VolumeResponse,
} from '@spindrift/types'
import type { DropletsCreateReplies } from '@spindrift/types/droplets.replies'
import { expectTypeOf, test } from 'vitest'
import { type ActionCall, type Call, type ChatStream, createCloud, type ListCall, type RateLimit, type SuccessReply } from './index.ts'
import { createVolumeActions } from './generated/volume-actions.ts'
import { createVolumes } from './generated/volumes.ts'

const cloud = createCloud()

test('results have exact types', () => {
  expectTypeOf(cloud.droplets.list()).toEqualTypeOf<ListCall<DropletList, Droplet>>()
  expectTypeOf(cloud.account.get()).resolves.toEqualTypeOf<AccountResponse>()
  expectTypeOf(cloud.volumes.get({ path: { volume_id: 'x' } })).resolves.toEqualTypeOf<VolumeResponse>()
  expectTypeOf(cloud.volumes.delete({ path: { volume_id: 'x' } })).resolves.toEqualTypeOf<void>()
  expectTypeOf<ReturnType<typeof cloud.droplets.create>>().toEqualTypeOf<ActionCall<DropletsCreateReplies[202]>>()
  expectTypeOf<Awaited<ReturnType<typeof cloud.volumes.get>>['volume']>().toEqualTypeOf<Volume>()
  expectTypeOf<AccountResponse['account']>().toEqualTypeOf<Account>()
  expectTypeOf<Droplet['status']>().toEqualTypeOf<'new' | 'active' | 'off' | 'archive'>()
})

test('the type of the reply depends on the body', () => {
  const alike = { size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }
  expectTypeOf(cloud.droplets.create({ body: { name: 'a', ...alike } })).toEqualTypeOf<ActionCall<DropletCreated>>()
  expectTypeOf(cloud.droplets.create({ body: { names: ['a', 'b'], ...alike } })).toEqualTypeOf<ActionCall<DropletBatchCreated>>()
  expectTypeOf(cloud.droplets.create({ body: { name: 'a', ...alike } }).wait()).resolves.toEqualTypeOf<DropletCreated>()
  const either = {} as DropletCreate | DropletBatchCreate
  expectTypeOf(cloud.droplets.create({ body: either })).toEqualTypeOf<ActionCall<DropletCreated | DropletBatchCreated>>()
  const request: DropletsCreateRequest = { body: either }
  expectTypeOf(cloud.droplets.create(request)).toEqualTypeOf<ActionCall<DropletCreated | DropletBatchCreated>>()
  // @ts-expect-error name or names is missing
  void cloud.droplets.create({ body: alike })
  // @ts-expect-error it is ssh_keys
  void cloud.droplets.create({ body: { name: 'a', sshKeys: [], ...alike } })
})

test('the type of the reply depends on a flag of the body', () => {
  const body: Omit<ChatCompletionCreate, 'stream'> = { model: 'm', messages: [{ role: 'user', content: 'When?' }] }
  expectTypeOf(cloud.chat.completions.create({ body })).toEqualTypeOf<Call<ChatCompletion>>()
  expectTypeOf(cloud.chat.completions.create({ body: { ...body, stream: false } })).toEqualTypeOf<Call<ChatCompletion>>()
  expectTypeOf(cloud.chat.completions.create({ body: { ...body, stream: null } })).toEqualTypeOf<Call<ChatCompletion>>()
  expectTypeOf(cloud.chat.completions.create({ body: { ...body, stream: true } })).toEqualTypeOf<ChatStream>()
  const stream = true as boolean
  expectTypeOf(cloud.chat.completions.create({ body: { ...body, stream } })).toEqualTypeOf<Call<ChatCompletion> | ChatStream>()
  expectTypeOf(cloud.messages.create({ body: { model: 'm', max_tokens: 1, messages: [] } })).toEqualTypeOf<Call<MessageReply>>()
})

test('no result is any', () => {
  expectTypeOf<Droplet>().not.toBeAny()
  expectTypeOf<Droplet['region']>().not.toBeAny()
  expectTypeOf<DropletsListRequest>().not.toBeAny()
  expectTypeOf<DropletsCreateReplies[202]>().not.toBeAny()
})

test('withResponse() and asResponse() have exact types', () => {
  const call = cloud.volumes.get({ path: { volume_id: 'x' } })
  expectTypeOf(call.withResponse()).resolves.toEqualTypeOf<SuccessReply<number, VolumeResponse>>()
  expectTypeOf<SuccessReply<number, VolumeResponse>['rateLimit']>().toEqualTypeOf<RateLimit | undefined>()
  expectTypeOf(call.asResponse()).resolves.toEqualTypeOf<Response>()
})

test('a single family has the same type as on the cloud', () => {
  expectTypeOf(createVolumes()).toEqualTypeOf<Omit<typeof cloud.volumes, 'actions' | 'snapshots'>>()
  expectTypeOf(createVolumeActions()).toEqualTypeOf(cloud.volumes.actions)
})

test('optional arguments may be omitted', () => {
  void cloud.droplets.list()
  void cloud.droplets.list({})
  void cloud.droplets.list({ query: {} })
  void cloud.droplets.list({ query: { page: 1 } }, { timeoutMs: 0, signal: new AbortController().signal, headers: { 'x-a': undefined } })
  void cloud.account.get({}, { timeoutMs: 0 })
  const input: VolumeCreate = { name: 'covers-data', region: 'nyc3', size_gigabytes: 100 }
  void cloud.volumes.create({ body: input })
})

test('calls take ids in order, then fields', () => {
  expectTypeOf(cloud.droplets.get(412800101)).toEqualTypeOf(cloud.droplets.get({ path: { droplet_id: 412800101 } }))
  expectTypeOf(cloud.volumes.create({ name: 'a', region: 'nyc3', size_gigabytes: 1 })).resolves.toEqualTypeOf<VolumeResponse>()
  expectTypeOf(cloud.volumes.list({ region: 'nyc3', page: 2 })).toEqualTypeOf<ListCall<VolumeList, Volume>>()
  void cloud.droplets.get(412800101, { timeoutMs: 1 })
  void cloud.databases.users.get('a', 'clerk', { timeoutMs: 1 })
  void cloud.droplets.snapshots.list(412800101)
  void cloud.droplets.snapshots.list(412800101, { page: 2 }, { timeoutMs: 1 })
  void cloud.volumes.actions.create('a', { type: 'resize', size_gigabytes: 200 }, { waitForLockMs: 1 })
  expectTypeOf(cloud.droplets.create({ name: 'a', size: 's-1vcpu-1gb', image: 1 })).toEqualTypeOf<ActionCall<DropletCreated>>()
  // @ts-expect-error the id is a number
  void cloud.droplets.get('412800101')
  // @ts-expect-error the user is missing
  void cloud.databases.users.get('a')
  // @ts-expect-error there are no fields
  void cloud.databases.users.get('a', 'clerk', { page: 2 })
  // @ts-expect-error its name is missing
  void cloud.volumes.create({ region: 'nyc3', size_gigabytes: 1 })
  // @ts-expect-error it is size_gigabytes
  void cloud.volumes.create({ name: 'a', region: 'nyc3', size_gigabytes: 1, size: 1 })
  // @ts-expect-error it is tag_name
  void cloud.droplets.list({ tag: 'storefront' })
  // @ts-expect-error the fields are missing
  void cloud.volumes.actions.create('a')
  // @ts-expect-error the operation has a tag in the query and a body
  void cloud.droplets.actions.createByTag({ type: 'reboot' })
})

test('fields of the wrong type do not compile', () => {
  // @ts-expect-error size_gigabytes is a number
  void cloud.volumes.create({ body: { name: 'a', region: 'nyc3', size_gigabytes: '100' } })
  // @ts-expect-error page is a number
  void cloud.droplets.list({ query: { page: '1' } })
  // @ts-expect-error droplet_id is a number
  void cloud.droplets.get({ path: { droplet_id: '412800101' } })
})

test('unknown fields do not compile', () => {
  // @ts-expect-error it is size_gigabytes
  void cloud.volumes.create({ body: { name: 'a', region: 'nyc3', size_gigabytes: 1, size: 1 } })
  // @ts-expect-error it is tag_name
  void cloud.droplets.list({ query: { tag: 'storefront' } })
  // @ts-expect-error it is volume_id
  void cloud.volumes.get({ path: { id: 'x' } })
  // @ts-expect-error it is query
  void cloud.droplets.list({ params: { page: 1 } })
  // @ts-expect-error it is timeoutMs
  void cloud.droplets.list({}, { timeout: 1 })
})

test('values outside the enumeration do not compile', () => {
  // @ts-expect-error there is no such filesystem
  void cloud.volumes.create({ body: { name: 'a', region: 'nyc3', size_gigabytes: 1, filesystem_type: 'ntfs' } })
})

test('extensible enumerations complete known values and accept other strings', () => {
  expectTypeOf<RegionSlug>().not.toEqualTypeOf<string>()
  expectTypeOf<Extract<RegionSlug, 'nyc3'>>().toEqualTypeOf<'nyc3'>()
  void cloud.volumes.create({ body: { name: 'a', region: 'mars1', size_gigabytes: 1 } })
  // @ts-expect-error a region is a string
  void cloud.volumes.create({ body: { name: 'a', region: 1, size_gigabytes: 1 } })
})

test('missing arguments do not compile', () => {
  // @ts-expect-error the body is missing
  void cloud.volumes.create()
  // @ts-expect-error the body is missing
  void cloud.volumes.create({})
  // @ts-expect-error its name is missing
  void cloud.volumes.create({ body: { region: 'nyc3', size_gigabytes: 1 } })
  // @ts-expect-error the path parameter is missing
  void cloud.volumes.get()
  // @ts-expect-error the path parameter is missing
  void cloud.volumes.get({})
  // @ts-expect-error the path parameter is missing
  void cloud.volumes.get({ path: {} })
  // @ts-expect-error one of two query parameters is missing
  void cloud.volumes.deleteByName({ query: { name: 'covers-data' } })
})

test('arguments for an operation without parameters do not compile', () => {
  // @ts-expect-error the account has no parameters
  void cloud.account.get({ query: { page: 1 } })
  // @ts-expect-error the account has no parameters
  void cloud.account.get({ body: {} })
})

test('unknown operations and families do not compile', () => {
  // @ts-expect-error it is list
  void cloud.droplets.all()
  // @ts-expect-error it is droplets
  void cloud.droplet.list()
})

test('unknown properties of results do not compile', async () => {
  const { droplets } = await cloud.droplets.list()
  // @ts-expect-error the droplet may be undefined
  void droplets[0].name
  // @ts-expect-error it is name
  void droplets[0]?.hostname
  // @ts-expect-error delete returns nothing
  void (await cloud.volumes.delete({ path: { volume_id: 'x' } })).volume
})

test('client options have exact types', () => {
  void createCloud({ token: async () => 't', baseUrl: 'http://127.0.0.1:4020', apis: { inference: { token: 'key' } }, timeoutMs: 1 })
  // @ts-expect-error it is baseUrl
  void createCloud({ baseURL: 'http://127.0.0.1:4020' })
  // @ts-expect-error a token is a string
  void createCloud({ token: 7 })
})
