import { isIPv4 } from 'node:net'
import { listActiveUsers } from '../../auth/users.ts'
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { childPath } from '../../store/store.ts'
import { addRecord, updateZoneFile } from '../../shared/zone.ts'
import type { Handlers } from '../family.ts'

const nameServers = ['ns1', 'ns2', 'ns3'].map((host) => `${host}.spindrift.example`)

const create: Handler<'domains_create'> = ({ body: { name: requestedName, ip_address: address } }, ctx) => {
  const name = requestedName.toLowerCase()
  if (address && !isIPv4(address)) throw unprocessable('ip_address: must be an IPv4 address')
  checkFree(ctx, name)
  const domain = ctx.engine.create('Domain', { name, ttl: 1800, zone_file: '' })
  buildZone(ctx, name, address ?? '')
  // The zone exists from the next request on; this response does not contain it yet.
  return { domain }
}

/** A domain exists once in all accounts. @throws Failure 422 */
function checkFree({ platform }: AccountContext, name: string): void {
  const isTaken = listActiveUsers(platform.store).some(({ account }) => platform.contextFor(account).engine.find('Domain', name))
  if (isTaken) throw unprocessable('Name has already been taken')
}

function buildZone(ctx: AccountContext, name: string, address: string): void {
  const parent = childPath(keyOf('Domain', name))
  addRecord(ctx, parent, { type: 'SOA', name: '@', data: '1800', ttl: 1800 })
  for (const data of nameServers) addRecord(ctx, parent, { type: 'NS', name: '@', data, ttl: 1800 })
  if (address !== '') addRecord(ctx, parent, { type: 'A', name: '@', data: address, ttl: 1800 })
  updateZoneFile(ctx, name)
}

export const handlers = { domains_create: create } satisfies Handlers
