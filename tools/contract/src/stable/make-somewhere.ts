/** Makes an object where the story of the examples lets it be made. */
import type { World } from '../assurance/fuzz/world.ts'
import { make, type Made } from './keep.ts'
import type { Kind } from './list-kinds.ts'
import type { Body, MadeBody } from './make-bodies.ts'

export interface Settled {
  readonly made: Made
  readonly body: Body
}

/** In the world before the first of its kind was made, else in the one that has everything; at each place that there is. @returns why not, else */
export async function makeSomewhere(
  world: World,
  kind: Kind,
  { body, more = [] }: MadeBody,
  how: typeof make = make,
): Promise<Settled | string> {
  let reason = ''
  for (const moment of world.momentsOf(kind.make)) {
    for (const path of world.placesOf(kind.make).slice(0, mostPlaces)) {
      const attempt = async (wanted: Body): Promise<Settled | string> => {
        await world.platform.restore(moment)
        const made = await how(world, kind, path, wanted)
        return 'text' in made ? made.text : { made, body: wanted }
      }
      const whole = await attempt({ ...body, ...Object.fromEntries(more) })
      const found = typeof whole === 'string' && more.length > 0 ? await addInTurn(attempt, body, more) : whole
      if (typeof found !== 'string') return found
      reason = found
    }
  }
  return reason
}

const mostPlaces = 6

/** As much as is taken, one after the other. */
async function addInTurn(
  attempt: (body: Body) => Promise<Settled | string>,
  body: Body,
  more: readonly (readonly [string, unknown])[],
): Promise<Settled | string> {
  const alone = await attempt(body)
  if (typeof alone === 'string') return alone
  let wanted = body
  for (const [name, value] of more)
    if (typeof (await attempt({ ...wanted, [name]: value })) !== 'string') wanted = { ...wanted, [name]: value }
  return attempt(wanted)
}
