/** Where to read what an app prints, and where to connect for a shell in a copy of it. */
import type { Handler, Call } from '../../engine/call.ts'
import { Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type Deployment, openApp, openDeployment, openLive, type OpenDeployment } from './app-state.ts'
import { builtKinds, findComponent, listComponents } from './components.ts'
import { type AppInstance, isProgram, listInstances, listInstancesOf } from './instances.ts'
import { assertTimeout, isKept, formatLogs } from './logs.ts'
import { answerLogAddress, signAddress } from './sign-address.ts'
import type { Handlers } from '../family.ts'
import type { Address } from '../../engine/address.ts'

type LogCall = Pick<Call<'apps_deployments_getComponentLogs' | 'apps_getLogs'>, 'query' | 'origin'>

/** Of one component where the request names one, else of all together. @throws Failure 400, 404, 422 */
function findLogs(call: LogCall, ctx: AccountContext, opened: OpenDeployment, name?: string) {
  const { type } = call.query
  const { app, deployment } = opened
  const { spec } = deployment
  assertTimeout(call.query)
  if (name !== undefined && !findComponent(spec, name, builtKinds)) throw notFound()
  const isSite = name !== undefined && findComponent(spec, name, ['static_sites']) !== undefined
  const printsNothing = isSite && type !== 'BUILD' && type !== 'DEPLOY'
  if (neverRan(deployment, type, name))
    throw new Failure(400, `type: there was no ${type} of this ${name === undefined ? 'deployment' : 'component'}.`)
  return formatLogs(call, ctx, !printsNothing && isKept(ctx, opened, type), [app.id, deployment.id, name ?? '', type])
}

/** Ready-made images are not built; and what has ended before a phase began will not come to it. */
function neverRan({ spec, phase, progress }: Deployment, type: string, name: string | undefined): boolean {
  if (type !== 'BUILD' && type !== 'DEPLOY') return false
  const components = listComponents(spec, builtKinds).filter((each) => name === undefined || each.name === name)
  if (type === 'BUILD' && components.every(({ value }) => value.image !== undefined)) return true
  const hasEnded = phase === 'CANCELED' || phase === 'ERROR'
  const step = progress.steps.find((each) => each.name === type.toLowerCase())
  return hasEnded && step?.started_at === undefined
}

const list: Handler<'apps_instances_list'> = (call, ctx) =>
  answerValues(call, 'instances', listInstances(ctx, openApp(call.path.app_id, ctx)))

type ExecCall = Call<'apps_deployments_getExec' | 'apps_components_getExec'>

/** @throws Failure 404, 422 */
function openShell(call: ExecCall, ctx: AccountContext, { spec }: Deployment, copies: () => readonly AppInstance[]) {
  const { component_name: name } = call.path
  const { instance_name: asked } = call.query
  if (!findComponent(spec, name, builtKinds)) throw notFound()
  if (!isProgram(spec, name)) throw unprocessable(`component_name: nothing runs in "${name}" that a shell could be opened in.`)
  const copy = copies().find(({ component_name: of, instance_name: instance }) => of === name && (!asked || asked === instance))
  if (!copy) throw notFound()
  // It works once, so that each is another.
  return { url: signAddress(call, ctx, 'exec', copy.instance_name, ctx.ids.hex(16)) }
}

export const logsHandlers = {
  apps_deployments_getComponentLogs: (call, ctx) => findLogs(call, ctx, openDeployment(call.path, ctx), call.path.component_name),
  apps_deployments_getLogs: (call, ctx) => findLogs(call, ctx, openDeployment(call.path, ctx), call.query.component_name || undefined),
  apps_components_getLogs: (call, ctx) => findLogs(call, ctx, openLive(call.path, ctx), call.path.component_name),
  apps_getLogs: (call, ctx) => findLogs(call, ctx, openLive(call.path, ctx)),
  apps_instances_list: list,
  apps_deployments_getExec: (call, ctx) => {
    const { app, deployment } = openDeployment(call.path, ctx)
    return openShell(call, ctx, deployment, () => listInstancesOf(ctx, app, deployment.id))
  },
  apps_components_getExec: (call, ctx) => {
    const { app, deployment } = openLive(call.path, ctx)
    return openShell(call, ctx, deployment, () => listInstances(ctx, app))
  },
} satisfies Handlers

export const logsAddresses: readonly Address[] = [{ prefix: '/apps/logs/', answer: answerLogAddress }]
