/** Offering an image to another account of the sandbox. Offers belong to no account, so that both sides find them. */
import { findUserByEmail, listUsers } from '../../auth/users.ts'
import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { conflict, Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { forgetSnapshot, noteSnapshot } from '../../shared/snapshots.ts'

interface Offer {
  readonly transfer: number
  /** The account that has the image. */
  readonly from: string
  /** The uuid of the account it is offered to. */
  readonly to: string
}

/** An image has one open offer at most. */
const offerKey = (image: unknown): Key => ({ kind: 'image-offer', id: String(image) })

export function offer(call: Call, { platform, owner, ids }: World, image: Value): Reply {
  if (image['status'] !== 'available')
    throw unprocessable(`The image is ${String(image['status'])}. It can be offered when it is available.`)
  if (platform.store.text(offerKey(image['id'])) !== undefined) throw conflict('The image is offered to someone already.')
  const { recipient_email: email, recipient_uuid: uuid } = readBody(call)
  const recipient =
    typeof email === 'string'
      ? findUserByEmail(platform.store, email)
      : listUsers(platform.store).find((user) => user.uuid === String(uuid).toLowerCase())
  if (!recipient) throw notFound()
  if (recipient.uuid === owner.uuid) throw unprocessable('The image belongs to this account already.')
  const made: Offer = { transfer: ids.integer('ImageTransfer'), from: owner.account, to: recipient.uuid }
  platform.store.put({ ...offerKey(image['id']), text: JSON.stringify(made) })
  return { body: JSON.stringify({ transfer_id: made.transfer }) }
}

export const accept: Behavior = (call, world) => {
  const { from } = takeOffer(call, world)
  if (String(readBody(call)['recipient_uuid']).toLowerCase() !== world.owner.uuid) throw notTheRecipient()
  move(String(call.path['image_id']), world.platform.worldOf(from), world)
  return {}
}

export const decline: Behavior = (call, world) => {
  takeOffer(call, world)
  return {}
}

export const cancel: Behavior = (call, world) => {
  const { from } = openOffer(call, world)
  if (from !== world.owner.account) throw notFound()
  world.platform.store.delete(offerKey(call.path['image_id']))
  return {}
}

/** Closes the offer for its recipient. @throws Failure 403, 404 */
function takeOffer(call: Call, world: World): Offer {
  const open = openOffer(call, world)
  if (open.to !== world.owner.uuid) throw notTheRecipient()
  world.platform.store.delete(offerKey(call.path['image_id']))
  return open
}

/** An image that was deleted takes its offer with it. @throws Failure 404 */
function openOffer(call: Call, { platform }: World): Offer {
  const image = call.path['image_id']
  const text = platform.store.text(offerKey(image))
  const open = text === undefined ? undefined : (JSON.parse(text) as Offer)
  if (open?.transfer !== readBody(call)['transfer_id']) throw notFound()
  platform.worldOf(open?.from ?? '').engine.text({ kind: 'Image', id: String(image) })
  return open as Offer
}

const notTheRecipient = () => new Failure(403, 'This image was offered to another account.')

/** Numbers of images are given out once for all accounts, so it keeps its own. Tags stay behind. */
function move(id: string, from: World, to: World): void {
  const key: Key = { kind: 'Image', id }
  const image = from.engine.get(key)
  const { dropletId } = from.engine.hidden(key)
  from.engine.remove(key)
  forgetSnapshot(from, id)
  to.engine.create('Image', {}, { id: Number(id), lifecycle: false, hidden: { dropletId } })
  const moved = to.engine.change(key, { ...image, tags: [] })
  if (moved['type'] === 'snapshot') noteSnapshot(to, moved, String(dropletId))
}
