/** Signed URLs of logs, and of shells in an instance. */
import type { Handler, Call } from '../../engine/call.ts'
import { Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type Deployment, requireApp, requireDeployment, requireLiveDeployment, type DeploymentContext } from './app-state.ts'
import { builtKinds, findComponent, listComponents } from './components.ts'
import { type AppInstance, canOpenShell, listInstances, listDeploymentInstances } from './instances.ts'
import { hasLog, formatLogReply } from './logs.ts'
import { handleLogAddress, signAddress } from './signed-address.ts'
import type { Handlers } from '../family.ts'
import type { Address } from '../../engine/address.ts'

type LogCall = Pick<Call<'apps_deployments_getComponentLogs' | 'apps_getLogs'>, 'query' | 'origin'>

/** Returns the log URLs of one component, or of all. @throws Failure 400, 404, 422 */
function getLogs(call: LogCall, ctx: AccountContext, context: DeploymentContext, name?: string) {
  const { type } = call.query
  const { app, deployment } = context
  const { spec } = deployment
  if (name !== undefined && !findComponent(spec, name, builtKinds)) throw notFound()
  const isSite = name !== undefined && findComponent(spec, name, ['static_sites']) !== undefined
  const printsNothing = isSite && type !== 'BUILD' && type !== 'DEPLOY'
  if (isMissing(deployment, type, name))
    throw new Failure(400, `type: this ${name === undefined ? 'deployment' : 'component'} has no ${type} log.`)
  return formatLogReply(call, ctx, !printsNothing && hasLog(ctx, context, type), [app.id, deployment.id, name ?? '', type])
}

/** True when the log will never exist: images are not built, and a deployment may end before a phase. */
function isMissing({ spec, phase, progress }: Deployment, type: string, name: string | undefined): boolean {
  if (type !== 'BUILD' && type !== 'DEPLOY') return false
  const components = listComponents(spec, builtKinds).filter((each) => name === undefined || each.name === name)
  if (type === 'BUILD' && components.every(({ value }) => value.image !== undefined)) return true
  const hasEnded = phase === 'CANCELED' || phase === 'ERROR'
  const step = progress.steps.find((each) => each.name === type.toLowerCase())
  return hasEnded && step?.started_at === undefined
}

const listAppInstances: Handler<'apps_instances_list'> = (call, ctx) =>
  answerValues(call, 'instances', listInstances(ctx, requireApp(call.path.app_id, ctx)))

type ExecCall = Call<'apps_deployments_getExec' | 'apps_components_getExec'>

/** @throws Failure 404, 422 */
function createShellAddress(call: ExecCall, ctx: AccountContext, { spec }: Deployment, listCandidates: () => readonly AppInstance[]) {
  const { component_name: name } = call.path
  const { instance_name: instanceName } = call.query
  if (!findComponent(spec, name, builtKinds)) throw notFound()
  if (!canOpenShell(spec, name)) throw unprocessable(`component_name: "${name}" has no shell.`)
  const copy = listCandidates().find(
    ({ component_name: of, instance_name: instance }) => of === name && (!instanceName || instanceName === instance),
  )
  if (!copy) throw notFound()
  // The URL works once, so each one differs.
  return { url: signAddress(call, ctx, 'exec', copy.instance_name, ctx.ids.hex(16)) }
}

export const logsHandlers = {
  apps_deployments_getComponentLogs: (call, ctx) => getLogs(call, ctx, requireDeployment(call.path, ctx), call.path.component_name),
  apps_deployments_getLogs: (call, ctx) => getLogs(call, ctx, requireDeployment(call.path, ctx), call.query.component_name || undefined),
  apps_components_getLogs: (call, ctx) => getLogs(call, ctx, requireLiveDeployment(call.path, ctx), call.path.component_name),
  apps_getLogs: (call, ctx) => getLogs(call, ctx, requireLiveDeployment(call.path, ctx)),
  apps_instances_list: listAppInstances,
  apps_deployments_getExec: (call, ctx) => {
    const { app, deployment } = requireDeployment(call.path, ctx)
    return createShellAddress(call, ctx, deployment, () => listDeploymentInstances(ctx, app, deployment.id))
  },
  apps_components_getExec: (call, ctx) => {
    const { app, deployment } = requireLiveDeployment(call.path, ctx)
    return createShellAddress(call, ctx, deployment, () => listInstances(ctx, app))
  },
} satisfies Handlers

export const logsAddresses: readonly Address[] = [{ prefix: '/apps/logs/', respond: handleLogAddress }]
