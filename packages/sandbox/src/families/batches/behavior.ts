/** Many requests in one file, worked through by the clock. One batch is answered without a root key, so the engine cannot. */
import type { Address } from '../../engine/address.ts'
import type { Behavior } from '../../engine/call.ts'
import { conflict, Failure, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { Target } from './answer-line.ts'
import { createFile, fileKey, openAddress, readFile, signAddress } from './batch-files.ts'
import { batchesDue, batchKey, begin, secondsToCancel } from './run-batch.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { later } from '../../shared/later.ts'

const ended: ReadonlySet<unknown> = new Set(['completed', 'failed', 'expired', 'cancelled'])
const windowSeconds = 24 * 3600

const createUpload: Behavior = (call, world) => {
  const id = createFile(world, String(readBody(call)['file_name']))
  const { url, expires } = signAddress(world, call.origin, id, 'upload')
  return { body: JSON.stringify(world.engine.change(fileKey(id), { upload_url: url, expires_at: expires })) }
}

const upload: Behavior = (call, anyWorld) => {
  const id = String(call.path['file_id'])
  const world = openAddress(anyWorld.platform, id, String(call.query['signature']), 'upload')
  if (world.engine.all({ kind: 'InferenceBatch', where: [{ field: 'input_file_id', equals: id }] }).length > 0)
    throw unprocessable('file_id: a batch uses this file already. Reserve another.')
  const content = decode(call.body)
  if (content.trim() === '') throw new Failure(400, 'The upload is empty.')
  world.engine.hide(fileKey(id), { content })
  return {}
}

function decode(body: unknown): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body as Uint8Array)
  } catch {
    throw new Failure(400, 'The upload is not valid UTF-8.')
  }
}

const create: Behavior = (call, world) => {
  const { engine, clock, store } = world
  const body = readBody(call)
  const request = JSON.stringify(sortFields(body))
  const before = store.byUnique('InferenceBatch', JSON.stringify([body['request_id']]))
  if (before !== undefined) {
    const { batch_id: id } = JSON.parse(before) as Value
    if (engine.hidden(batchKey(id))['request'] === request) return { body: before }
    throw conflict(`request_id: "${String(body['request_id'])}" was used for another batch.`)
  }
  const target = readTarget(body)
  const fileId = String(body['file_id'])
  if (!engine.find(fileKey(fileId))) throw new Failure(404, `file_id: there is no file "${fileId}".`)
  if (readFile(world, fileId).content === undefined) throw unprocessable('file_id: nothing was uploaded to this file yet.')
  const batch = engine.create(
    'InferenceBatch',
    {
      provider: body['provider'],
      ...(body['provider'] === 'openai' && { endpoint: target }),
      input_file_id: fileId,
      request_id: body['request_id'],
      metadata: body['metadata'] ?? null,
      expires_at: `${new Date(clock.now() + windowSeconds * 1000).toISOString().slice(0, 19)}Z`,
    },
    { lifecycle: false },
  )
  begin(world, String(batch['batch_id']), target, { request })
  return { body: JSON.stringify(batch) }
}

/** One format has one operation; of the other's two the request names one. */
function readTarget({ provider, endpoint }: Value): Target {
  if (provider === 'anthropic') {
    if (endpoint !== undefined) throw unprocessable('endpoint: only openai batches have one.')
    return '/v1/messages'
  }
  if (endpoint === undefined) throw unprocessable('endpoint: must be given for openai')
  return endpoint as Target
}

/** The same body in another order is the same body. */
function sortFields(value: unknown): unknown {
  if (!isRecord(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, sortFields(value[name])]))
}

const get: Behavior = ({ path }, { engine }) => ({ body: engine.text(batchKey(path['batch_id'])) })

const list: Behavior = ({ query }, { engine }) => {
  const { after, limit = 20, status } = query
  const all = engine.all({
    kind: 'InferenceBatch',
    order: 'newest',
    ...(typeof status === 'string' && { where: [{ field: 'status', equals: status }] }),
  })
  const data = all.slice(findStart(all, engine.find(batchKey(after)), after))
  const page = data.slice(0, Number(limit))
  const { batch_id: first = null } = page[0] ?? {}
  const { batch_id: last = null } = page.at(-1) ?? {}
  const hasMore = data.length > page.length
  // The contract has the first five; the public Go client reads the others.
  const edges = page.map((node) => ({ cursor: node['batch_id'], node }))
  const info = { endCursor: last ?? '', hasNextPage: hasMore }
  return {
    body: JSON.stringify({ object: 'list', data: page, first_id: first, last_id: last, has_more: hasMore, edges, page_info: info }),
  }
}

/** Behind the batch with this id, also when it is itself not among those that are listed, as its state has moved on. */
function findStart(all: readonly Value[], cursor: Value | undefined, after: unknown): number {
  if (after === undefined) return 0
  if (!cursor) throw unprocessable(`after: there is no batch "${String(after)}".`)
  const at = all.findIndex(({ batch_id: id }) => id === after)
  if (at !== -1) return at + 1
  const next = all.findIndex((batch) => String(batch['created_at']) < String(cursor['created_at']))
  return next === -1 ? all.length : next
}

const cancel: Behavior = ({ path }, world) => {
  const key = batchKey(path['batch_id'])
  const { status } = world.engine.get(key)
  if (ended.has(status)) throw conflict('The batch has already ended.')
  if (status === 'cancelling') return { body: world.engine.text(key) }
  later(world, secondsToCancel, 'batches.cancel', { id: key.id })
  return { body: JSON.stringify(world.engine.change(key, { status: 'cancelling' })) }
}

const getResults: Behavior = (call, world) => {
  const { batch_id: id, status, output_file_id: output, error_file_id: errors } = world.engine.get(batchKey(call.path['batch_id']))
  if (!ended.has(status)) throw preconditionFailed('The batch has no results yet.')
  const sign = (file: unknown) => (typeof file === 'string' ? signAddress(world, call.origin, file, 'download') : undefined)
  const [outputAddress, errorAddress] = [sign(output), sign(errors)]
  return {
    body: JSON.stringify({
      batch_id: id,
      result_available: outputAddress !== undefined || errorAddress !== undefined,
      output_file_url: outputAddress?.url ?? null,
      error_file_url: errorAddress?.url ?? null,
      expires_at: (outputAddress ?? errorAddress)?.expires ?? null,
      ...(outputAddress && {
        output_file_id: output,
        download: { presigned_url: outputAddress.url, expires_at: outputAddress.expires },
      }),
    }),
  }
}

/** What a results address leads to. It is no operation of the specification: the address is opaque there. @throws Failure 403, 404 */
const download: Address['answer'] = (platform, { method, path, query }) => {
  const [, id] = method === 'GET' ? (/^\/v1\/batches\/files\/([0-9a-f-]{36})\/content$/.exec(path) ?? []) : []
  if (id === undefined) return undefined
  const { name, content = '' } = readFile(openAddress(platform, id, query.get('signature') ?? '', 'download'), id)
  return {
    status: 200,
    body: content,
    type: 'application/jsonl; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${name}"` },
  }
}

export const batches: FamilyBehavior = {
  operations: {
    batches_create_file: forModels(createUpload),
    batches_update_file: upload,
    batches_create: forModels(create),
    batches_get: forModels(get),
    batches_list: forModels(list),
    batches_cancel: forModels(cancel),
    batches_get_results: forModels(getResults),
  },
  due: batchesDue,
  addresses: [{ prefix: '/v1/batches/files/', answer: download }],
}
