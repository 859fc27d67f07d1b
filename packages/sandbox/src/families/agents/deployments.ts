/** Deployment of an agent: its status steps and its visibility. */
import type { Handler } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Agent } from './agent-state.ts'
import { describeNested } from './agent-reply.ts'

type Deployment = Agent['deployment']
export function createDeployment({ ids, clock }: AccountContext, name: string): Deployment {
  const timestamp = clock.timestamp()
  return {
    uuid: ids.uuid(),
    name: `${formatHostLabel(name)}-${ids.hex(4)}`,
    status: 'STATUS_WAITING_FOR_DEPLOYMENT',
    visibility: 'VISIBILITY_UNKNOWN',
    url: '',
    created_at: timestamp,
    updated_at: timestamp,
  }
}

/** Returns a label of a host name: lower-case letters, digits and hyphens. */
function formatHostLabel(name: string): string {
  const label = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, '')
  return label || 'agent'
}

export const onEnter: NonNullable<ResourceHooks<'Agent'>['onEnter']> = {
  STATUS_DEPLOYING: ({ deployment }, _key, { clock }) => ({ deployment: { ...deployment, updated_at: clock.timestamp() } }),
  STATUS_RUNNING: ({ deployment }, _key, { clock }) => {
    const url = `https://${deployment.name}.agents.spindrift.example`
    return { url, deployment: { ...deployment, updated_at: clock.timestamp(), url, visibility: 'VISIBILITY_PRIVATE' } }
  },
}

export const updateVisibility: Handler<'agents_updateVisibility'> = ({ path: { uuid }, body: { visibility } }, ctx) => {
  const { engine, clock } = ctx
  const { deployment, url } = engine.get('Agent', uuid)
  if (visibility === 'VISIBILITY_UNKNOWN') throw unprocessable('visibility: must not be VISIBILITY_UNKNOWN.')
  if (url === '') throw conflict('The agent has not been deployed yet.')
  const agent = engine.setFields('Agent', uuid, { deployment: { ...deployment, visibility, updated_at: clock.timestamp() } })
  return { agent: describeNested(ctx, agent) }
}
