/** Operations of the S3 protocol, by method and by the query parameter that names a part of a bucket or an object. */
import type { Need } from './access.ts'
import * as buckets from './buckets.ts'
import { S3Error } from './errors.ts'
import * as list from './list.ts'
import * as multipart from './multipart.ts'
import * as objects from './objects.ts'
import type { BucketRequest, S3Reply, S3Request } from './request.ts'

export interface Operation {
  /** Name like `GetObject`, in faults and errors. */
  readonly name: string
  /** Action in policies. */
  readonly action: string
  readonly need: Need
  readonly run: (request: BucketRequest) => Promise<S3Reply> | S3Reply
}

/** Operation that needs no bucket. */
export interface RootOperation {
  readonly name: string
  readonly run: (request: S3Request) => Promise<S3Reply> | S3Reply
}

type Table = Readonly<Record<string, Operation>>

function define(name: string, need: Need, run: Operation['run'], action = name): Operation {
  return { name, action: `s3:${action}`, need, run }
}

/** Keys: method, and the query parameter after a space. */
const bucketOperations: Table = {
  HEAD: define('HeadBucket', 'list', buckets.headBucket, 'ListBucket'),
  GET: define('ListObjects', 'list', list.listObjects, 'ListBucket'),
  'GET list-type': define('ListObjectsV2', 'list', list.listObjectsV2, 'ListBucket'),
  'GET versions': define('ListObjectVersions', 'list', list.listVersions, 'ListBucketVersions'),
  'GET uploads': define('ListMultipartUploads', 'list', list.listUploads, 'ListBucketMultipartUploads'),
  'GET location': define('GetBucketLocation', 'list', buckets.getBucketLocation),
  'GET versioning': define('GetBucketVersioning', 'list', buckets.getBucketVersioning),
  'GET acl': define('GetBucketAcl', 'readAcl', buckets.getBucketAcl),
  'GET cors': define('GetBucketCors', 'configure', buckets.getBucketCors, 'GetBucketCORS'),
  'GET lifecycle': define('GetBucketLifecycleConfiguration', 'configure', buckets.getBucketLifecycle, 'GetLifecycleConfiguration'),
  'GET policy': define('GetBucketPolicy', 'configure', buckets.getBucketPolicy),
  'GET logging': define('GetBucketLogging', 'configure', buckets.getBucketLogging),
  'GET tagging': define('GetBucketTagging', 'configure', buckets.getBucketTagging),
  'GET encryption': define(
    'GetBucketEncryption',
    'configure',
    buckets.rejectMissing('ServerSideEncryptionConfigurationNotFoundError'),
    'GetEncryptionConfiguration',
  ),
  'GET object-lock': define('GetObjectLockConfiguration', 'list', buckets.rejectMissing('ObjectLockConfigurationNotFoundError')),
  'PUT versioning': define('PutBucketVersioning', 'configure', buckets.putBucketVersioning),
  'PUT acl': define('PutBucketAcl', 'writeAcl', buckets.putBucketAcl),
  'PUT cors': define('PutBucketCors', 'configure', buckets.putBucketCors, 'PutBucketCORS'),
  'PUT lifecycle': define('PutBucketLifecycleConfiguration', 'configure', buckets.putBucketLifecycle, 'PutLifecycleConfiguration'),
  'PUT policy': define('PutBucketPolicy', 'configure', buckets.putBucketPolicy),
  'PUT logging': define('PutBucketLogging', 'configure', buckets.putBucketLogging),
  'PUT tagging': define('PutBucketTagging', 'configure', buckets.putBucketTagging),
  DELETE: define('DeleteBucket', 'configure', buckets.deleteBucket),
  'DELETE cors': define('DeleteBucketCors', 'configure', buckets.deleteConfig('cors'), 'PutBucketCORS'),
  'DELETE lifecycle': define('DeleteBucketLifecycle', 'configure', buckets.deleteConfig('lifecycle'), 'PutLifecycleConfiguration'),
  'DELETE policy': define('DeleteBucketPolicy', 'configure', buckets.deleteConfig('policy')),
  'DELETE tagging': define('DeleteBucketTagging', 'configure', buckets.deleteConfig('tags'), 'PutBucketTagging'),
  'POST delete': define('DeleteObjects', 'write', objects.deleteObjects, 'DeleteObject'),
}

const objectOperations: Table = {
  HEAD: define('HeadObject', 'read', objects.getObject, 'GetObject'),
  GET: define('GetObject', 'read', objects.getObject),
  'GET acl': define('GetObjectAcl', 'readAcl', objects.getObjectAcl),
  'GET tagging': define('GetObjectTagging', 'read', objects.getObjectTagging),
  'GET uploadId': define('ListParts', 'write', multipart.listParts, 'ListMultipartUploadParts'),
  PUT: define('PutObject', 'write', (request) =>
    request.headers['x-amz-copy-source'] === undefined ? objects.putObject(request) : objects.copyObject(request),
  ),
  'PUT uploadId': define('UploadPart', 'write', multipart.uploadPart, 'PutObject'),
  'PUT acl': define('PutObjectAcl', 'writeAcl', objects.putObjectAcl),
  'PUT tagging': define('PutObjectTagging', 'write', objects.putObjectTagging),
  'POST uploads': define('CreateMultipartUpload', 'write', multipart.createMultipartUpload, 'PutObject'),
  'POST uploadId': define('CompleteMultipartUpload', 'write', multipart.completeMultipartUpload, 'PutObject'),
  DELETE: define('DeleteObject', 'write', objects.deleteObject),
  'DELETE uploadId': define('AbortMultipartUpload', 'write', multipart.abortMultipartUpload),
  'DELETE tagging': define('DeleteObjectTagging', 'write', objects.deleteObjectTagging),
}

const listBuckets: RootOperation = { name: 'ListBuckets', run: buckets.listBuckets }
const createBucket: RootOperation = { name: 'CreateBucket', run: buckets.createBucket }

/** Parts of buckets and objects that the protocol has and the service has not. */
const unsupported = new Set(
  `accelerate analytics attributes encryption intelligent-tiering inventory legal-hold metrics notification object-lock ownershipControls
   policyStatus publicAccessBlock replication requestPayment restore retention select torrent website`.split(/\s+/),
)

export function findRootOperation({ method, address, query }: S3Request): RootOperation | undefined {
  if (address.bucket === '') {
    if (method !== 'GET') throw new S3Error('MethodNotAllowed')
    return listBuckets
  }
  const isPlain = ![...query.keys()].some((name) => `PUT ${name}` in bucketOperations || unsupported.has(name))
  return method === 'PUT' && address.key === '' && isPlain ? createBucket : undefined
}

/** @throws S3Error NotImplemented, MethodNotAllowed */
export function findOperation({ method, address, query }: S3Request): Operation {
  const table = address.key === '' ? bucketOperations : objectOperations
  for (const name of query.keys()) {
    const found = table[`${method} ${name}`]
    if (found) return found
    if (unsupported.has(name)) throw new S3Error('NotImplemented')
  }
  const operation = table[method]
  if (operation) return operation
  throw method === 'POST' ? new S3Error('NotImplemented') : new S3Error('MethodNotAllowed')
}
