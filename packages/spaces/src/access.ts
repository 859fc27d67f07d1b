/** Decides whether a caller may run an operation: by the grants of its key, the bucket's policy and the access control lists. */
import { type Grant, hasPermission, type Permission } from './acl.ts'
import { evaluatePolicy, type PolicyRequest } from './policy.ts'
import type { Bucket } from './store.ts'

/** Access key of `/v2/spaces/keys`. */
export interface AccessKey {
  readonly account: string
  readonly secret: string
  readonly grants: readonly KeyGrant[]
}

export interface KeyGrant {
  /** Empty for all buckets. */
  readonly bucket: string
  readonly permission: string
}

/** Right that an operation needs. `LIST` is `READ` of the bucket, and `CONFIGURE` is for keys with full access of the bucket's account. */
export type Need = Exclude<Permission, 'FULL_CONTROL'> | 'LIST' | 'CONFIGURE'

export interface AccessRequest extends Omit<PolicyRequest, 'bucket' | 'account'> {
  readonly need: Need
  /** Undefined for an anonymous caller. */
  readonly accessKey: AccessKey | undefined
  readonly bucket: Bucket
  /** List of the object; undefined if there is none. */
  readonly objectAcl: readonly Grant[] | undefined
}

export function isAllowed({ need, action, accessKey, bucket, key, objectAcl, context }: AccessRequest): boolean {
  const account = accessKey?.account
  const isOwnerWithAll = accessKey !== undefined && account === bucket.account && hasFullAccess(accessKey)
  // The owner can always repair the policy.
  if (isOwnerWithAll && action.endsWith('BucketPolicy')) return true
  const { policy } = bucket.config
  const decision = policy === undefined ? undefined : evaluatePolicy(policy, { action, bucket: bucket.name, key, account, context })
  if (decision === 'Deny') return false
  if (isOwnerWithAll || decision === 'Allow') return true
  if (accessKey && account === bucket.account && accessKey.grants.some((grant) => grant.bucket === bucket.name && coversNeed(grant, need)))
    return true
  if (need === 'CONFIGURE') return false
  const isAboutObject = key !== '' && need !== 'WRITE' && need !== 'LIST'
  // A key opens what its grants name, and what everybody may do; not what its account may do.
  const grantee = account === bucket.account ? undefined : account
  return hasPermission(isAboutObject ? (objectAcl ?? []) : bucket.config.acl, grantee, need === 'LIST' ? 'READ' : need)
}

export function hasFullAccess({ grants }: AccessKey): boolean {
  return grants.some(({ permission }) => permission === 'fullaccess')
}

function coversNeed({ permission }: KeyGrant, need: Need): boolean {
  if (need === 'CONFIGURE') return false
  return permission === 'readwrite' || (permission === 'read' && need !== 'WRITE' && need !== 'WRITE_ACP')
}
