/** Access control lists of buckets and objects. */
import { S3Error } from './errors.ts'
import { type Parsed, parseXml, renderXml } from './xml.ts'

const permissions = ['READ', 'WRITE', 'READ_ACP', 'WRITE_ACP', 'FULL_CONTROL'] as const

export type Permission = (typeof permissions)[number]

export interface Grant {
  /** Account, or the URI of a group. */
  readonly grantee: string
  readonly permission: Permission
}

const allUsers = 'http://acs.amazonaws.com/groups/global/AllUsers'
const authenticatedUsers = 'http://acs.amazonaws.com/groups/global/AuthenticatedUsers'

const cannedAcls: Readonly<Record<string, readonly Grant[]>> = {
  private: [],
  'public-read': [{ grantee: allUsers, permission: 'READ' }],
  'public-read-write': (['READ', 'WRITE'] as const).map((permission) => ({ grantee: allUsers, permission })),
  'authenticated-read': [{ grantee: authenticatedUsers, permission: 'READ' }],
  'bucket-owner-read': [],
  'bucket-owner-full-control': [],
}

/** Creates the list of a canned ACL from a header. @throws S3Error InvalidArgument */
export function createAcl(owner: string, cannedAcl = 'private'): readonly Grant[] {
  const grants = Object.hasOwn(cannedAcls, cannedAcl) ? cannedAcls[cannedAcl] : undefined
  if (!grants) throw new S3Error('InvalidArgument', `There is no canned ACL "${cannedAcl}".`)
  return [{ grantee: owner, permission: 'FULL_CONTROL' }, ...grants]
}

/** Parses the body of a PUT of an ACL. @throws S3Error MalformedXML */
export function parseAcl(body: Uint8Array): readonly Grant[] {
  const list = parseXml(body, 'AccessControlPolicy').child('AccessControlList')
  if (!list.exists) throw new S3Error('MalformedXML')
  return list.all('Grant').map(parseGrant)
}

function parseGrant(grant: Parsed): Grant {
  const text = grant.requireText('Permission')
  const permission = permissions.find((each) => each === text)
  const grantee = grant.child('Grantee')
  const name = grantee.textOf('URI') ?? grantee.textOf('ID')
  if (name === undefined || !permission) throw new S3Error('MalformedXML')
  if (name.startsWith('http') && name !== allUsers && name !== authenticatedUsers) throw new S3Error('InvalidArgument', 'Invalid group uri')
  return { grantee: name, permission }
}

export function renderAcl(owner: string, grants: readonly Grant[]): string {
  return renderXml('AccessControlPolicy', {
    Owner: renderOwner(owner),
    AccessControlList: { Grant: grants.map(({ grantee, permission }) => ({ Grantee: renderGrantee(grantee), Permission: permission })) },
  })
}

export function renderOwner(account: string) {
  return { ID: account, DisplayName: account }
}

function renderGrantee(grantee: string) {
  const type = (name: string) => ({ '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance', '@xsi:type': name })
  return grantee.startsWith('http') ? { ...type('Group'), URI: grantee } : { ...type('CanonicalUser'), ...renderOwner(grantee) }
}

/** @param account undefined for an anonymous caller */
export function hasPermission(grants: readonly Grant[], account: string | undefined, permission: Permission): boolean {
  const grantees = account === undefined ? [allUsers] : [allUsers, authenticatedUsers, account]
  return grants.some(
    (grant) => grantees.includes(grant.grantee) && (grant.permission === permission || grant.permission === 'FULL_CONTROL'),
  )
}
