import type { Address } from '../../engine/address.ts'
import type { Handler } from '../../engine/call.ts'
import { conflict, Failure, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { isRecord } from '../../engine/values.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import type { Target } from './line-result.ts'
import { createFile, requireFileAccount, signAddress } from './batch-files.ts'
import { endStatuses, startBatch } from './batch-jobs.ts'
import { withModelAccess } from '../../shared/model-access.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import type { Handlers } from '../family.ts'

type Batch = Kinds['InferenceBatch']

const windowSeconds = 24 * 3600

const createUpload: Handler<'batches_files_create'> = ({ body, origin }, ctx) => {
  const id = createFile(ctx, body.file_name)
  const { url, expires } = signAddress(ctx, origin, id, 'upload')
  return ctx.engine.setFields('InferenceBatchFile', id, { upload_url: url, expires_at: expires })
}

const upload: Handler<'batches_files_upload'> = ({ path: { file_id: id }, query, body }, { platform }) => {
  const { engine } = requireFileAccount(platform, id, query.signature, 'upload')
  if (engine.count('InferenceBatch', { where: [{ field: 'input_file_id', equals: id }] }) > 0)
    throw unprocessable('file_id: a batch uses this file already. Reserve another.')
  const content = decode(body)
  if (content.trim() === '') throw new Failure(400, 'The upload is empty.')
  engine.setHidden('InferenceBatchFile', id, { content })
}

function decode(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new Failure(400, 'The upload is not valid UTF-8.')
  }
}

const create: Handler<'batches_create'> = ({ body }, ctx) => {
  const { engine, clock } = ctx
  const { provider, file_id: fileId, request_id: requestId, metadata = null } = body
  const request = JSON.stringify(sortFields(body))
  const existing = engine.findUnique('InferenceBatch', [requestId])
  if (existing) {
    if (engine.getHidden('InferenceBatch', existing.batch_id).request === request) return existing
    throw conflict(`request_id: "${requestId}" was used for another batch.`)
  }
  const target = parseTarget(body)
  if (engine.getHidden('InferenceBatchFile', fileId).content === undefined)
    throw unprocessable('file_id: nothing was uploaded to this file yet.')
  const batch = engine.create('InferenceBatch', {
    output_file_id: null,
    error_file_id: null,
    request_counts: { total: 0, completed: 0, failed: 0 },
    errors: null,
    in_progress_at: null,
    finalizing_at: null,
    completed_at: null,
    cancelled_at: null,
    failed_at: null,
    provider,
    ...(provider === 'openai' && { endpoint: target }),
    input_file_id: fileId,
    request_id: requestId,
    metadata,
    expires_at: formatTimestamp(clock.now() + windowSeconds * 1000),
  })
  startBatch(ctx, batch.batch_id, target, request)
  return batch
}

/** Returns the endpoint of all lines: the one in the request for openai, a fixed one for anthropic. @throws Failure 422 */
function parseTarget({ provider, endpoint }: Operations['batches_create']['body']): Target {
  if (provider === 'anthropic') {
    if (endpoint !== undefined) throw unprocessable('endpoint: only openai batches have one.')
    return '/v1/messages'
  }
  if (endpoint === undefined) throw unprocessable('endpoint: must be given for openai')
  return endpoint
}

/** Sorts fields by name, so that equal bodies have equal JSON. */
function sortFields(value: unknown): unknown {
  if (!isRecord(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, sortFields(value[name])]))
}

const list: Handler<'batches_list'> = ({ query: { after, limit = 20, status } }, { engine }) => {
  const where = status === undefined ? [] : ([{ field: 'status', equals: status }] as const)
  const all = engine.list('InferenceBatch', { where, order: 'newest' })
  const data = after === undefined ? all : all.slice(findStart(all, engine.find('InferenceBatch', after), after))
  const page = data.slice(0, limit)
  const last = page.at(-1)?.batch_id ?? null
  const hasMore = data.length > page.length
  return {
    object: 'list',
    data: page,
    first_id: page[0]?.batch_id ?? null,
    last_id: last,
    has_more: hasMore,
    // The specification has the first five fields; the public Go client reads the others.
    edges: page.map((node) => ({ cursor: node.batch_id, node })),
    page_info: { endCursor: last ?? '', hasNextPage: hasMore },
  }
}

/** Returns the index after the cursor, also when the filter does not match the cursor's batch any more. @throws Failure 422 */
function findStart(all: readonly Batch[], cursor: Batch | undefined, after: string): number {
  if (!cursor) throw unprocessable(`after: there is no batch "${after}".`)
  const at = all.findIndex(({ batch_id: id }) => id === after)
  if (at !== -1) return at + 1
  const next = all.findIndex((batch) => batch.created_at < cursor.created_at)
  return next === -1 ? all.length : next
}

const getResults: Handler<'batches_getResults'> = ({ path: { batch_id: id }, origin }, ctx) => {
  const { status, output_file_id: output, error_file_id: errors } = ctx.engine.get('InferenceBatch', id)
  if (!endStatuses.has(status)) throw preconditionFailed('The batch has no results yet.')
  const outputAddress = output === null ? undefined : signAddress(ctx, origin, output, 'download')
  const errorAddress = errors === null ? undefined : signAddress(ctx, origin, errors, 'download')
  const address = outputAddress ?? errorAddress
  return {
    batch_id: id,
    result_available: address !== undefined,
    output_file_url: outputAddress?.url ?? null,
    error_file_url: errorAddress?.url ?? null,
    expires_at: address?.expires ?? null,
    ...(output !== null &&
      outputAddress && {
        output_file_id: output,
        download: { presigned_url: outputAddress.url, expires_at: outputAddress.expires },
      }),
  }
}

/** Serves a result file at its presigned URL, which is no operation of the specification. @throws Failure 403, 404 */
const download: Address['respond'] = (platform, { method, path, query }) => {
  const [, id] = method === 'GET' ? (/^\/v1\/batches\/files\/([0-9a-f-]{36})\/content$/.exec(path) ?? []) : []
  if (id === undefined) return undefined
  const { name, content = '' } = requireFileAccount(platform, id, query.get('signature') ?? '', 'download').engine.getHidden(
    'InferenceBatchFile',
    id,
  )
  return {
    status: 200,
    body: content,
    type: 'application/jsonl; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${name}"` },
  }
}

export const handlers = {
  batches_files_create: withModelAccess(createUpload),
  batches_files_upload: upload,
  batches_create: withModelAccess(create),
  batches_list: withModelAccess(list),
  batches_getResults: withModelAccess(getResults),
} satisfies Handlers

export const addresses: readonly Address[] = [{ prefix: '/v1/batches/files/', respond: download }]
