/** Deployment of an agent: its status steps and its visibility. */
import type { Handler } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import type { Agent } from './agent-state.ts'
import { describeNested } from './agent-reply.ts'

type Deployment = Agent['deployment']
type Status = Deployment['status']

const waiting = 'STATUS_WAITING_FOR_DEPLOYMENT'
const steps: readonly { readonly from: Status; readonly to: Status; readonly seconds: number }[] = [
  { from: waiting, to: 'STATUS_DEPLOYING', seconds: 10 },
  { from: 'STATUS_DEPLOYING', to: 'STATUS_RUNNING', seconds: 60 },
]

export function createDeployment({ ids, clock }: AccountContext, name: string): Deployment {
  const stamp = clock.timestamp()
  return {
    uuid: ids.uuid(),
    name: `${formatHostLabel(name)}-${ids.hex(4)}`,
    status: waiting,
    visibility: 'VISIBILITY_UNKNOWN',
    url: '',
    created_at: stamp,
    updated_at: stamp,
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

/** Schedules the job that moves the deployment to its next status. */
export function scheduleNextStep(ctx: AccountContext, uuid: string, from: Status = waiting): void {
  const step = steps.find((each) => each.from === from)
  if (step) scheduleIn(ctx, step.seconds, 'agents.deploy', { uuid, from, to: step.to } satisfies DeploymentStep)
}

interface DeploymentStep {
  readonly uuid: string
  readonly from: Status
  readonly to: Status
}

export function advanceDeployment({ uuid, from, to }: DeploymentStep, ctx: AccountContext): void {
  const { engine, clock } = ctx
  const deployment = engine.find('Agent', uuid)?.deployment
  if (deployment?.status !== from) return
  const runs = to === 'STATUS_RUNNING'
  const url = `https://${deployment.name}.agents.spindrift.example`
  engine.setFields('Agent', uuid, {
    ...(runs && { url }),
    deployment: { ...deployment, status: to, updated_at: clock.timestamp(), ...(runs && { url, visibility: 'VISIBILITY_PRIVATE' }) },
  })
  scheduleNextStep(ctx, uuid, to)
}

export const updateVisibility: Handler<'agents_updateVisibility'> = ({ path: { uuid }, body: { visibility } }, ctx) => {
  const { engine, clock } = ctx
  const { deployment, url } = engine.get('Agent', uuid)
  if (visibility === 'VISIBILITY_UNKNOWN') throw unprocessable('visibility: must not be VISIBILITY_UNKNOWN.')
  if (url === '') throw conflict('The agent has not been deployed yet.')
  const agent = engine.setFields('Agent', uuid, { deployment: { ...deployment, visibility, updated_at: clock.timestamp() } })
  return { agent: describeNested(ctx, agent) }
}
