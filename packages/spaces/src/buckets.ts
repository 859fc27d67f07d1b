/** Operations on buckets and their configuration. */
import { hasFullAccess } from './access.ts'
import { createAcl, renderAcl, renderOwner } from './acl.ts'
import { defaultRegion, isRegion } from './address.ts'
import * as config from './config.ts'
import { type ErrorCode, S3Error } from './errors.ts'
import { receiveAcl } from './objects.ts'
import { checkPolicy } from './policy.ts'
import { type BucketRequest, formatTime, receiveDocument, type S3Reply, type S3Request } from './request.ts'
import { parseXml, renderXml } from './xml.ts'

const maxBuckets = 100

export function listBuckets({ store, accessKey, address }: S3Request): S3Reply {
  if (!accessKey || !hasFullAccess(accessKey)) throw new S3Error('AccessDenied')
  const buckets = store.listBuckets(accessKey.account).filter(({ region }) => address.region === undefined || region === address.region)
  const rendered = buckets.map(({ name, createdAt }) => ({ Name: name, CreationDate: formatTime(createdAt) }))
  return { body: renderXml('ListAllMyBucketsResult', { Owner: renderOwner(accessKey.account), Buckets: { Bucket: rendered } }) }
}

export async function createBucket(request: S3Request): Promise<S3Reply> {
  const { store, accessKey, address, signature, headers, now } = request
  const name = address.bucket
  if (!accessKey || !hasFullAccess(accessKey)) throw new S3Error('AccessDenied')
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name)) throw new S3Error('InvalidBucketName')
  const body = await receiveDocument(request)
  const constraint = body.length === 0 ? undefined : parseXml(body, 'CreateBucketConfiguration').textOf('LocationConstraint')
  const region = [address.region, constraint, signature?.scope.region].find(isRegion) ?? defaultRegion
  const acl = createAcl(accessKey.account, headers['x-amz-acl'])
  const existing = store.findBucket(name)
  if (existing && (existing.account !== accessKey.account || existing.region !== region)) throw new S3Error('BucketAlreadyExists')
  // Creating an own bucket again changes nothing but the list.
  if (existing) store.putBucket({ ...existing, config: { ...existing.config, acl } })
  else {
    if (store.listBuckets(accessKey.account).length >= maxBuckets)
      throw new S3Error('InvalidRequest', `An account has at most ${maxBuckets} buckets.`)
    store.putBucket({ name, region, account: accessKey.account, createdAt: now, config: { acl } })
  }
  return { headers: { location: `/${name}` } }
}

export function headBucket({ bucket }: BucketRequest): S3Reply {
  return { headers: { 'x-amz-bucket-region': bucket.region } }
}

export function deleteBucket({ store, bucket }: BucketRequest): S3Reply {
  if (!store.isEmpty(bucket.name)) throw new S3Error('BucketNotEmpty')
  store.deleteBucket(bucket)
  return { status: 204 }
}

export function getBucketLocation({ bucket }: BucketRequest): S3Reply {
  return { body: renderXml('LocationConstraint', bucket.region) }
}

export function getBucketVersioning({ bucket }: BucketRequest): S3Reply {
  return { body: renderXml('VersioningConfiguration', { Status: bucket.config.versioning }) }
}

export function getBucketAcl({ bucket }: BucketRequest): S3Reply {
  return { body: renderAcl(bucket.account, bucket.config.acl) }
}

export async function putBucketAcl(request: BucketRequest): Promise<S3Reply> {
  return saveConfig(request, { acl: await receiveAcl(request) })
}

export function getBucketLogging({ bucket }: BucketRequest): S3Reply {
  return { body: renderXml('BucketLoggingStatus', bucket.config.logging ?? {}) }
}

export async function putBucketLogging(request: BucketRequest): Promise<S3Reply> {
  const { target, node } = config.parseLogging(await receiveDocument(request))
  if (target !== undefined && !request.store.findBucket(target))
    throw new S3Error('InvalidRequest', 'The target bucket for logging does not exist.')
  return saveConfig(request, { logging: node })
}

export function getBucketPolicy(request: BucketRequest): S3Reply {
  return { ...getConfig('policy', 'NoSuchBucketPolicy', String)(request), type: 'application/json' }
}

export async function putBucketPolicy(request: BucketRequest): Promise<S3Reply> {
  const policy = (await receiveDocument(request)).toString()
  checkPolicy(policy)
  return { ...saveConfig(request, { policy }), status: 204 }
}

export const getBucketCors = getConfig('cors', 'NoSuchCORSConfiguration', ({ nodes }) =>
  renderXml('CORSConfiguration', { CORSRule: nodes }),
)
export const getBucketLifecycle = getConfig('lifecycle', 'NoSuchLifecycleConfiguration', ({ nodes }) =>
  renderXml('LifecycleConfiguration', { Rule: nodes }),
)
export const getBucketTagging = getConfig('tags', 'NoSuchTagSet', config.renderTagging)
export const putBucketVersioning = saveParsed('versioning', config.parseVersioning)
export const putBucketCors = saveParsed('cors', config.parseCors)
export const putBucketLifecycle = saveParsed('lifecycle', config.parseLifecycle)
export const putBucketTagging = saveParsed('tags', config.parseTagging)

/** Creates the handler that deletes a configuration. */
export function deleteConfig(name: 'cors' | 'lifecycle' | 'policy' | 'tags'): (request: BucketRequest) => S3Reply {
  return (request) => ({ ...saveConfig(request, { [name]: undefined }), status: 204 })
}

/** Creates the handler of a configuration that the sandbox does not have. */
export function rejectMissing(code: ErrorCode): () => S3Reply {
  return () => {
    throw new S3Error(code)
  }
}

function getConfig<Name extends keyof config.BucketConfig>(
  name: Name,
  missing: ErrorCode,
  render: (value: NonNullable<config.BucketConfig[Name]>) => string,
): (request: BucketRequest) => S3Reply {
  return ({ bucket }) => {
    const value = bucket.config[name]
    if (value === undefined) throw new S3Error(missing)
    return { body: render(value as NonNullable<typeof value>) }
  }
}

function saveParsed(name: keyof config.BucketConfig, parse: (body: Uint8Array) => unknown): (request: BucketRequest) => Promise<S3Reply> {
  return async (request) => saveConfig(request, { [name]: parse(await receiveDocument(request)) })
}

/** Saves a configuration of the bucket as it is now, after the body was read. */
function saveConfig({ store, bucket }: BucketRequest, changes: Partial<config.BucketConfig>): S3Reply {
  const current = store.findBucket(bucket.name)
  if (!current) throw new S3Error('NoSuchBucket')
  store.putBucket({ ...current, config: { ...current.config, ...changes } })
  return {}
}
