/** Micro droplets, which run a container image. The sandbox starts no programs; the endpoint of a public one returns a fixed response. */
import { conflict } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { answerEndpoint, withEndpoint } from './endpoint.ts'
import { startMicroDroplet, pauseMicroDroplet, pauseIdle, resumeMicroDroplet } from './runs.ts'
import type { Handlers, Jobs } from '../family.ts'
import type { Address } from '../../engine/address.ts'

/** @throws Failure 404, 409 while it has not started */
function open(id: string, { engine }: AccountContext): string {
  const { state } = engine.get('MicroDroplet', id)
  if (state === 'creating') throw conflict('The micro droplet is being created.')
  return id
}

export const handlers = {
  microDroplets_pause: ({ path, origin }, ctx) => ({
    micro_droplet: withEndpoint(pauseMicroDroplet(ctx, open(path.micro_droplet_id, ctx)), ctx, origin),
  }),
  microDroplets_resume: ({ path, origin }, ctx) => ({
    micro_droplet: withEndpoint(resumeMicroDroplet(ctx, open(path.micro_droplet_id, ctx)), ctx, origin),
  }),
} satisfies Handlers

export const jobs: Jobs = {
  'microDroplets.start': ({ id }: { readonly id: string }, ctx) => startMicroDroplet(ctx, id),
  'microDroplets.pauseIdle': pauseIdle,
}

export const addresses: readonly Address[] = [{ prefix: '/microdroplets/', answer: answerEndpoint }]
