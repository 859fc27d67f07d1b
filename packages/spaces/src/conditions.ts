/** Conditional and range requests. */
import { S3Error } from './errors.ts'
import type { ObjectVersion } from './store.ts'

export type Headers = Readonly<Record<string, string | undefined>>

const splitTags = (text: string) => text.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

/** Checks the conditions of a read. @param prefix `x-amz-copy-source-` for those about the source of a copy @throws S3Error NotModified, PreconditionFailed */
export function checkReadConditions(headers: Headers, { etag, modifiedAt }: ObjectVersion, prefix = ''): void {
  const [match, noneMatch, modifiedSince, unmodifiedSince] = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'].map(
    (name) => headers[`${prefix}${name}`],
  )
  const matches = (text: string) => splitTags(text).some((tag) => tag === '*' || tag === etag)
  if (match !== undefined) {
    if (!matches(match)) throw new S3Error('PreconditionFailed')
  } else if (unmodifiedSince !== undefined && toSeconds(modifiedAt) > toSeconds(Date.parse(unmodifiedSince)))
    throw new S3Error('PreconditionFailed')
  const isUnchanged =
    noneMatch === undefined
      ? modifiedSince !== undefined && toSeconds(modifiedAt) <= toSeconds(Date.parse(modifiedSince))
      : matches(noneMatch)
  if (isUnchanged) throw new S3Error(prefix === '' ? 'NotModified' : 'PreconditionFailed', undefined, { etag: `"${etag}"` })
}

/** Checks the conditions of a write. @throws S3Error NoSuchKey, PreconditionFailed */
export function checkWriteConditions(headers: Headers, current: ObjectVersion | undefined): void {
  const existing = current?.isMarker ? undefined : current
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  if (noneMatch !== undefined && existing) throw new S3Error('PreconditionFailed')
  if (match === undefined) return
  if (!existing) throw new S3Error('NoSuchKey')
  if (!splitTags(match).includes(existing.etag)) throw new S3Error('PreconditionFailed')
}

/** Parses a range into its first and last byte; undefined for the whole object, which an invalid range means too. @throws S3Error InvalidRange */
export function parseRange(text: string | undefined, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(text?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  if (start >= size || (first === '' && Number(last) === 0))
    throw new S3Error('InvalidRange', undefined, { 'content-range': `bytes */${size}` })
  return { start, end }
}
