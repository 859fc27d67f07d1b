/** Transfers of an image to another account of the sandbox. They belong to no account, so that both sides find them. */
import { findUserByEmail, listUsers } from '../../auth/users.ts'
import type { Handler, Call } from '../../engine/call.ts'
import { conflict, Failure, notFound, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key } from '../../store/store.ts'
import { recordSnapshot } from '../../shared/snapshots.ts'

interface Offer {
  readonly transfer: number
  /** Account of the image. */
  readonly from: string
  /** UUID of the receiving account. */
  readonly to: string
}

type Ends = Call<'images_acceptTransfer' | 'images_declineTransfer' | 'images_cancelTransfer'>

/** An image has at most one open transfer. */
const offerKey = (image: string | number): Key => ({ kind: 'image-offer', id: String(image) })

export function offerTransfer(
  { body }: Pick<Call<'images_transfer'>, 'body'>,
  { platform, owner, ids }: AccountContext,
  { id, status }: Kinds['Image'],
) {
  if (status !== 'available') throw unprocessable(`The image is ${status}. It can be offered when it is available.`)
  if (platform.store.get(offerKey(id))?.text !== undefined) throw conflict('The image is offered to someone already.')
  // Some clients send the fields of both forms, with null in those of the other.
  const { recipient_email: email, recipient_uuid: uuid } = { recipient_email: undefined, recipient_uuid: undefined, ...body }
  const recipient = email
    ? findUserByEmail(platform.store, email)
    : listUsers(platform.store).find((user) => user.uuid === uuid?.toLowerCase())
  if (!recipient) throw notFound()
  if (recipient.uuid === owner.uuid) throw unprocessable('The image belongs to this account already.')
  const offer: Offer = { transfer: ids.integer('ImageTransfer'), from: owner.account, to: recipient.uuid }
  platform.store.put({ ...offerKey(id), text: JSON.stringify(offer) })
  return { transfer_id: offer.transfer }
}

export const acceptTransfer: Handler<'images_acceptTransfer'> = (call, ctx) => {
  const { from } = takeOffer(call, ctx)
  if (call.body.recipient_uuid.toLowerCase() !== ctx.owner.uuid) throw notTheRecipient()
  moveImage(call.path.image_id, ctx.platform.contextFor(from), ctx)
}

export const declineTransfer: Handler<'images_declineTransfer'> = (call, ctx) => {
  takeOffer(call, ctx)
}

export const cancelTransfer: Handler<'images_cancelTransfer'> = (call, ctx) => {
  const { from } = openOffer(call, ctx)
  if (from !== ctx.owner.account) throw notFound()
  ctx.platform.store.delete(offerKey(call.path.image_id))
}

/** Closes the offer for its recipient. @throws Failure 403, 404 */
function takeOffer(call: Ends, ctx: AccountContext): Offer {
  const open = openOffer(call, ctx)
  if (open.to !== ctx.owner.uuid) throw notTheRecipient()
  ctx.platform.store.delete(offerKey(call.path.image_id))
  return open
}

/** A transfer is deleted with its image. @throws Failure 404 */
function openOffer({ path: { image_id: id }, body }: Ends, { platform }: AccountContext): Offer {
  const text = platform.store.get(offerKey(id))?.text
  // Written only by `offerTransfer`.
  const open = text === undefined ? undefined : (JSON.parse(text) as Offer)
  if (!open || open.transfer !== body.transfer_id) throw notFound()
  platform.contextFor(open.from).engine.get('Image', id)
  return open
}

const notTheRecipient = () => new Failure(403, 'This image was offered to another account.')

/** Image ids are unique in all accounts, so the image keeps its id. Its tags are dropped. */
function moveImage(id: string | number, from: AccountContext, to: AccountContext): void {
  const image = from.engine.get('Image', id)
  const { dropletId } = from.engine.getHidden('Image', id)
  from.engine.delete('Image', id)
  const movedImage = to.engine.create('Image', { ...image, tags: [] }, { id: image.id, hidden: { dropletId } })
  if (movedImage.type === 'snapshot') recordSnapshot(to, movedImage, dropletId ?? '')
}
