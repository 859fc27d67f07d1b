import type { Handler } from '../../engine/call.ts'
import { assertNotPinned, requireApp } from './app-state.ts'
import { createDeployment } from './deployments.ts'
import type { Handlers } from '../family.ts'

/** Ignores `force_build`: repositories do not change, so a cached build has the same result. */
const create: Handler<'apps_deployments_create'> = ({ path }, ctx) => {
  const app = requireApp(path.app_id, ctx)
  assertNotPinned(ctx, app)
  const { spec } = ctx.engine.get('App', app)
  return { deployment: createDeployment(ctx, app, { cause: 'manual', type: 'MANUAL', spec }) }
}

export const deploymentsHandlers = { apps_deployments_create: create } satisfies Handlers
