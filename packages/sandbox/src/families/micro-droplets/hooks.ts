import type { Call } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks, TypedCreatePlan } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { findVpcOrDefault } from '../../shared/default-vpc.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { allocateAddress } from '../../shared/vpcs.ts'
import { closeEndpoint, openEndpoint, withEndpoint } from './endpoint.ts'
import { findImage } from './images.hooks.ts'
import { idleSecondsOf, type MicroDroplet, recordRun, storeCheckpoint } from './runs.ts'

const maxMicroDroplets = 100

const minIdleSeconds = 10

const maxIdleSeconds = 7 * 86_400

type RequestFields = Operations['microDroplets_create']['body']

/** @throws Failure 409, 422 */
function planMicroDroplet({ body }: Call<'microDroplets_create'>, ctx: AccountContext): TypedCreatePlan<'MicroDroplet'> {
  // The environment may contain secrets and nothing reads it, so it is not stored.
  const { environment: _, ...fields } = body
  if (ctx.engine.count('MicroDroplet') >= maxMicroDroplets)
    throw unprocessable(`The account has ${maxMicroDroplets} micro droplets, which is its limit.`)
  requireRegion(ctx, body.region)
  const { address, vpc_uuid } = parseNetwork(body, ctx)
  return {
    fields: { ...fields, tags: fields.tags ?? [], vpc_uuid, auto_pause: parseAutoPause(body) },
    hidden: { image: findImage(body.image, ctx), address, run: 0, pauses: 0 },
  }
}

/** @throws Failure 422 */
function parseAutoPause({ auto_pause: request }: RequestFields): MicroDroplet['auto_pause'] {
  if (!request) return undefined
  const pausing = { enabled: true, idle_timeout: '5m', ...request }
  const seconds = idleSecondsOf(pausing)
  if (seconds < minIdleSeconds || seconds > maxIdleSeconds)
    throw unprocessable('auto_pause.idle_timeout: must be at least 10 seconds and at most 7 days.')
  return pausing
}

/** @throws Failure 422 */
function parseNetwork(
  { networking, vpc_uuid: vpcId, region }: RequestFields,
  ctx: AccountContext,
): { vpc_uuid?: string | undefined; address?: string } {
  if (networking !== 'vpc') {
    if (vpcId) throw unprocessable('vpc_uuid: only a micro droplet with the networking "vpc" is in one.')
    return { vpc_uuid: undefined }
  }
  const vpc = findVpcOrDefault(ctx, vpcId, region)
  return { vpc_uuid: vpc.id, address: allocateAddress(ctx, vpc) }
}

/** @throws Failure 409 while the micro droplet has not started */
function assertStarted({ state }: MicroDroplet): void {
  if (state === 'creating') throw conflict('The micro droplet is being created.')
}

const microDroplet: ResourceHooks<'MicroDroplet'> = {
  parseCreate: planMicroDroplet,
  afterCreate: (droplet, _key, ctx) => openEndpoint(ctx, droplet),
  onEnter: {
    running: (droplet, _key, ctx) => {
      recordRun(ctx, droplet)
    },
    paused: (droplet, _key, ctx) => {
      storeCheckpoint(ctx, droplet)
    },
  },
  operations: {
    microDroplets_pause: (_call, _ctx, droplet) => assertStarted(droplet),
    microDroplets_resume: (_call, _ctx, droplet) => assertStarted(droplet),
  },
  serialize: (droplet, _key, ctx, { call }) => withEndpoint(droplet, ctx, call?.origin),
  afterDelete: ({ id }, _key, ctx) => closeEndpoint(ctx, id),
}

export const hooks: HooksByKind = { MicroDroplet: microDroplet }
