/** Certificates: read when they are uploaded; issued, and renewed for as long as their names are in the account, when they are not. */
import type { Behavior, Call } from '../../engine/call.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { readCustom } from './read-custom.ts'
import { findUser } from './uses.ts'
import type { FamilyBehavior } from '../family.ts'
import { isInAccount } from '../../shared/account-domains.ts'
import { exactlyLater, later } from '../../shared/later.ts'

const secondsToCheck = 30
const day = 86_400_000
const daysValid = 90
const daysBeforeRenewal = 30

const certificateKey = (id: unknown): Key => ({ kind: 'Certificate', id: String(id) })

const list: Behavior = (call, { engine }) => {
  const { name } = call.query
  const where = typeof name === 'string' && name !== '' ? [{ field: 'name', equals: name }] : []
  return replyPage(call, 'certificates', engine.list({ kind: 'Certificate', where, order: 'newest', page: readPage(call) }))
}

const create: Behavior = (call, world) => {
  const { type = 'custom' } = readBody(call)
  const certificate = type === 'lets_encrypt' ? order(call, world) : upload(call, world)
  return { body: JSON.stringify({ certificate }) }
}

function upload(call: Call, { engine, clock }: World) {
  const { name, ...body } = readBody(call)
  return engine.create('Certificate', { name, type: 'custom', ...readCustom(body, clock.now()), state: 'verified' }, { lifecycle: false })
}

function order(call: Call, world: World) {
  const { name, dns_names: given } = readBody(call)
  const names = [...new Set((given as readonly string[]).map((each) => each.toLowerCase()))]
  const foreign = names.find((each) => !isInAccount(world, each))
  if (foreign !== undefined) throw unprocessable(`dns_names: the DNS of "${foreign}" is not managed in this account.`)
  const certificate = world.engine.create('Certificate', { name, type: 'lets_encrypt', dns_names: names }, { lifecycle: false })
  later(world, secondsToCheck, 'certificates.issue', { id: certificate['id'] })
  return certificate
}

/** Checks the names once more, and issues the certificate for three months. It is renewed one month before they are over. */
function issue({ id }: { readonly id: string }, world: World): void {
  const { engine, clock, ids } = world
  const certificate = engine.find(certificateKey(id))
  if (!certificate) return
  if (!(certificate['dns_names'] as readonly string[]).every((name) => isInAccount(world, name))) {
    engine.change(certificateKey(id), { state: 'error' })
    return
  }
  const end = new Date(clock.now() + daysValid * day).toISOString()
  engine.change(certificateKey(id), { state: 'verified', not_after: `${end.slice(0, 19)}Z`, sha1_fingerprint: ids.hex(40) })
  exactlyLater(world, ((daysValid - daysBeforeRenewal) * day) / 1000, 'certificates.issue', { id })
}

const remove: Behavior = (call, world) => {
  const key = certificateKey(call.path['certificate_id'])
  world.engine.text(key)
  const user = findUser(world, key.id)
  // Terraform looks for what load balancers have of the first sentence or for the second, and tries again when it finds one.
  if (user !== undefined) throw new Failure(403, `The certificate is ${user}. Make sure the certificate is not in use before deleting it.`)
  world.engine.remove(key)
  return {}
}

export const certificates: FamilyBehavior = {
  operations: { certificates_list: list, certificates_create: create, certificates_delete: remove },
  due: { 'certificates.issue': issue },
}
