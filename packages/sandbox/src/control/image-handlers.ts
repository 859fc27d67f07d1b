/** Adds images to container registries, because the sandbox does not implement the registry protocol. */
import { type SeededBlob, seedRepository } from '../families/registries/index.ts'
import { Failure } from '../engine/failure.ts'
import { isRecord, type Value } from '../engine/values.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'
import { ownerAccountId } from '../catalog/owner.ts'

export const imageHandlers = {
  'POST /_sandbox/images': ({ body }, { platform }) => {
    const [registry, name] = [parseName(body, 'registry'), parseName(body, 'repository')]
    const digest = body['digest'] === undefined ? `sha256:${platform.ids.hex(64)}` : parseName(body, 'digest')
    const image = { digest, tags: listNames(body, 'tags'), manifests: listNames(body, 'manifests'), ...parseBlobs(body) }
    const ctx = platform.contextFor(ownerAccountId)
    platform.store.transaction(() => seedRepository(ctx, registry, { name, images: [image] }))
    return replyJson({ image: { registry, repository: name, ...image } })
  },
} satisfies Partial<ControlHandlers>

function parseName(body: Value, field: string): string {
  const value = body[field]
  if (typeof value !== 'string' || value === '') throw new Failure(422, `${field}: must be a non-empty string`)
  return value
}

function listNames(body: Value, field: string): readonly string[] {
  const values = body[field] ?? []
  if (!Array.isArray(values) || values.some((value) => typeof value !== 'string' || value === ''))
    throw new Failure(422, `${field}: must be a list of non-empty strings`)
  return values as readonly string[]
}

function parseBlobs({ blobs }: Value): { readonly blobs?: readonly SeededBlob[] } {
  if (blobs === undefined) return {}
  if (!Array.isArray(blobs) || !blobs.every(isBlob))
    throw new Failure(422, 'blobs: must be a list of objects, for example {"digest": "sha256:…", "compressed_size_bytes": 1000}')
  return { blobs }
}

function isBlob(value: unknown): value is SeededBlob {
  return isRecord(value) && typeof value['digest'] === 'string' && Number.isSafeInteger(value['compressed_size_bytes'])
}
