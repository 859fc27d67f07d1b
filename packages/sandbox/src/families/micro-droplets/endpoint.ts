/** Endpoint of a micro droplet. A public one is a URL of this sandbox and needs no token; one in a VPC is not reachable. */
import type { Address } from '../../engine/address.ts'
import { Failure } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Key } from '../../store/store.ts'
import { type MicroDroplet, recordUse } from './runs.ts'

const prefix = '/microdroplets/'

/** Key of the owner of a public micro droplet: requests to its endpoint carry no token. */
const accountKey = (id: string): Key => ({ kind: 'microDropletAccount', id })

export function openEndpoint({ platform, owner }: AccountContext, { id, networking }: MicroDroplet): void {
  if (networking === 'public') platform.store.put({ ...accountKey(id), text: JSON.stringify(owner.account) })
}

export function closeEndpoint({ platform }: AccountContext, id: string): void {
  platform.store.delete(accountKey(id))
}

/** Adds the endpoint, once it has run. */
export function withEndpoint(droplet: MicroDroplet, { engine }: AccountContext, origin = ''): MicroDroplet {
  const { id, state, networking, http_protocol: protocol, http_port: port } = droplet
  if (state === 'creating') return droplet
  if (networking === 'public') return { ...droplet, endpoint: `${origin}${prefix}${id}` }
  const { address = '' } = engine.getHidden('MicroDroplet', id)
  return { ...droplet, endpoint: `${protocol === 'https' ? 'https' : 'http'}://${address}:${port}` }
}

/** @throws Failure 503 while nothing runs there */
export const answerEndpoint: Address['respond'] = (platform, { path }) => {
  const [id = ''] = path.slice(prefix.length).split('/', 1)
  const account = platform.store.get(accountKey(id))?.text
  if (account === undefined) return undefined
  // Must match the URL that `openEndpoint` formats.
  const ctx = platform.contextFor(JSON.parse(account) as string)
  return ctx.store.transaction(() => {
    const { state, auto_resume: autoResumes, name, image } = ctx.engine.get('MicroDroplet', id)
    if (state !== 'running' && !(state === 'paused' && autoResumes)) throw new Failure(503, `The micro droplet is ${state}.`)
    if (state === 'paused') ctx.engine.trigger('MicroDroplet', id, 'microDroplets_resume')
    else recordUse(ctx, id)
    return {
      status: 200,
      type: 'text/plain; charset=utf-8',
      body: `${name} runs here, made from ${image}. The sandbox starts no programs.\n`,
    }
  })
}
