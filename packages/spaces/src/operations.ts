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
  /** Undefined if the operation checks the rights itself. */
  readonly need: Need | undefined
  readonly run: (request: BucketRequest) => Promise<S3Reply> | S3Reply
}

/** Operation that needs no bucket. */
export interface RootOperation {
  readonly name: string
  readonly run: (request: S3Request) => Promise<S3Reply> | S3Reply
}

type Table = Readonly<Record<string, Operation>>

function define(name: string, need: Need | undefined, run: Operation['run'], action = name): Operation {
  return { name, action: `s3:${action}`, need, run }
}

/** Keys: method, and the query parameter after a space. */
const bucketOperations: Table = {
  HEAD: define('HeadBucket', 'LIST', buckets.headBucket, 'ListBucket'),
  GET: define('ListObjects', 'LIST', list.listObjects, 'ListBucket'),
  'GET list-type': define('ListObjectsV2', 'LIST', list.listObjectsV2, 'ListBucket'),
  'GET versions': define('ListObjectVersions', 'LIST', list.listVersions, 'ListBucketVersions'),
  'GET uploads': define('ListMultipartUploads', 'LIST', list.listUploads, 'ListBucketMultipartUploads'),
  'GET location': define('GetBucketLocation', 'LIST', buckets.getBucketLocation),
  'GET versioning': define('GetBucketVersioning', 'LIST', buckets.getBucketVersioning),
  'GET acl': define('GetBucketAcl', 'READ_ACP', buckets.getBucketAcl),
  'GET cors': define('GetBucketCors', 'CONFIGURE', buckets.getBucketCors, 'GetBucketCORS'),
  'GET lifecycle': define('GetBucketLifecycleConfiguration', 'CONFIGURE', buckets.getBucketLifecycle, 'GetLifecycleConfiguration'),
  'GET policy': define('GetBucketPolicy', 'CONFIGURE', buckets.getBucketPolicy),
  'GET logging': define('GetBucketLogging', 'CONFIGURE', buckets.getBucketLogging),
  'GET tagging': define('GetBucketTagging', 'CONFIGURE', buckets.getBucketTagging),
  'GET encryption': define('GetBucketEncryption', 'CONFIGURE', buckets.rejectMissing('ServerSideEncryptionConfigurationNotFoundError')),
  'GET object-lock': define('GetObjectLockConfiguration', 'LIST', buckets.rejectMissing('ObjectLockConfigurationNotFoundError')),
  'PUT versioning': define('PutBucketVersioning', 'CONFIGURE', buckets.putBucketVersioning),
  'PUT acl': define('PutBucketAcl', 'WRITE_ACP', buckets.putBucketAcl),
  'PUT cors': define('PutBucketCors', 'CONFIGURE', buckets.putBucketCors, 'PutBucketCORS'),
  'PUT lifecycle': define('PutBucketLifecycleConfiguration', 'CONFIGURE', buckets.putBucketLifecycle, 'PutLifecycleConfiguration'),
  'PUT policy': define('PutBucketPolicy', 'CONFIGURE', buckets.putBucketPolicy),
  'PUT logging': define('PutBucketLogging', 'CONFIGURE', buckets.putBucketLogging),
  'PUT tagging': define('PutBucketTagging', 'CONFIGURE', buckets.putBucketTagging),
  DELETE: define('DeleteBucket', 'CONFIGURE', buckets.deleteBucket),
  'DELETE cors': define('DeleteBucketCors', 'CONFIGURE', buckets.deleteConfig('cors'), 'PutBucketCORS'),
  'DELETE lifecycle': define('DeleteBucketLifecycle', 'CONFIGURE', buckets.deleteConfig('lifecycle'), 'PutLifecycleConfiguration'),
  'DELETE policy': define('DeleteBucketPolicy', 'CONFIGURE', buckets.deleteConfig('policy')),
  'DELETE tagging': define('DeleteBucketTagging', 'CONFIGURE', buckets.deleteConfig('tags'), 'PutBucketTagging'),
  'POST delete': define('DeleteObjects', undefined, objects.deleteObjects, 'DeleteObject'),
}

const objectOperations: Table = {
  HEAD: define('HeadObject', 'READ', objects.getObject, 'GetObject'),
  GET: define('GetObject', 'READ', objects.getObject),
  'GET acl': define('GetObjectAcl', 'READ_ACP', objects.getObjectAcl),
  'GET tagging': define('GetObjectTagging', 'READ', objects.getObjectTagging),
  'GET uploadId': define('ListParts', 'WRITE', multipart.listParts, 'ListMultipartUploadParts'),
  PUT: define('PutObject', 'WRITE', (request) =>
    request.headers['x-amz-copy-source'] === undefined ? objects.putObject(request) : objects.copyObject(request),
  ),
  'PUT uploadId': define('UploadPart', 'WRITE', multipart.uploadPart, 'PutObject'),
  'PUT acl': define('PutObjectAcl', 'WRITE_ACP', objects.putObjectAcl),
  'PUT tagging': define('PutObjectTagging', 'WRITE', objects.putObjectTagging),
  'POST uploads': define('CreateMultipartUpload', 'WRITE', multipart.createMultipartUpload, 'PutObject'),
  'POST uploadId': define('CompleteMultipartUpload', 'WRITE', multipart.completeMultipartUpload, 'PutObject'),
  DELETE: define('DeleteObject', 'WRITE', objects.deleteObject),
  'DELETE uploadId': define('AbortMultipartUpload', 'WRITE', multipart.abortMultipartUpload),
  'DELETE tagging': define('DeleteObjectTagging', 'WRITE', objects.deleteObjectTagging),
}

const listBuckets: RootOperation = { name: 'ListBuckets', run: buckets.listBuckets }
const createBucket: RootOperation = { name: 'CreateBucket', run: buckets.createBucket }

/** Parts of buckets and objects that the protocol has and the service has not. */
const unsupported = new Set(
  `accelerate analytics attributes encryption intelligent-tiering inventory legal-hold metrics notification object-lock ownershipControls
   policyStatus publicAccessBlock replication requestPayment restore retention select torrent website`.split(/\s+/),
)

/** @throws S3Error NotImplemented, MethodNotAllowed */
export function findOperation({ method, address, query }: S3Request): Operation | RootOperation {
  if (address.bucket === '') {
    if (method !== 'GET') throw new S3Error('MethodNotAllowed')
    return listBuckets
  }
  const table = address.key === '' ? bucketOperations : objectOperations
  for (const name of query.keys()) {
    const found = table[`${method} ${name}`]
    if (found) return found
    if (unsupported.has(name)) throw new S3Error('NotImplemented')
  }
  const operation = method === 'PUT' && address.key === '' ? createBucket : table[method]
  if (operation) return operation
  throw method === 'POST' ? new S3Error('NotImplemented') : new S3Error('MethodNotAllowed')
}
