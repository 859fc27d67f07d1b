/** Where to read what an app prints, and where to connect for a shell in a copy of it. */
import type { Behavior, Call } from '../../engine/call.ts'
import { Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { getActive, openApp, openDeployment } from './app-state.ts'
import { builtKinds, findComponent, listComponents, listOf } from './components.ts'
import { type AppInstance, isProgram, listInstances, listInstancesOf } from './instances.ts'
import { isKept, readLogQuery, writeLogs } from './logs.ts'
import { answerLogAddress, signAddress } from './sign-address.ts'
import type { FamilyBehavior } from '../family.ts'

interface Opened {
  readonly app: Key
  readonly deployment: Value
}

const openLive = (call: Call, world: World): Opened => {
  const app = openApp(call, world)
  return { app, deployment: getActive(world, app) }
}

/** Of one component where the path names one, else of all together. */
const logsOf =
  (open: (call: Call, world: World) => Opened): Behavior =>
  (call, world) => {
    const { app, deployment } = open(call, world)
    const { type } = readLogQuery(call)
    const name = call.path['component_name'] ?? nameIn(call.query['component_name'])
    const spec = deployment['spec'] as Value
    if (name !== undefined && !findComponent(spec, String(name), builtKinds)) throw notFound()
    const printsNothing =
      name !== undefined && findComponent(spec, String(name), ['static_sites']) !== undefined && type !== 'BUILD' && type !== 'DEPLOY'
    if (neverRan(deployment, type, name))
      throw new Failure(400, `type: there was no ${type} of this ${name === undefined ? 'deployment' : 'component'}.`)
    return writeLogs(call, world, !printsNothing && isKept(world, app, deployment, type), [
      app.id,
      String(deployment['id']),
      String(name ?? ''),
      type,
    ])
  }

const nameIn = (asked: unknown) => (asked === '' ? undefined : asked)

/** Ready-made images are not built; and what has ended before a phase began will not come to it. */
function neverRan({ spec, phase, progress }: Value, type: string, name: unknown): boolean {
  if (type !== 'BUILD' && type !== 'DEPLOY') return false
  const components = listComponents(spec as Value, builtKinds).filter((each) => name === undefined || each.name === name)
  if (type === 'BUILD' && components.every(({ value }) => value['image'] !== undefined)) return true
  const hasEnded = phase === 'CANCELED' || phase === 'ERROR'
  const step = listOf(progress as Value, 'steps').find((each) => each['name'] === type.toLowerCase())
  return hasEnded && step?.['started_at'] === undefined
}

const list: Behavior = (call, world) => replyValues(call, 'instances', listInstances(world, openApp(call, world)))

const execIn =
  (open: (call: Call, world: World) => Opened, copies: (world: World, opened: Opened) => readonly AppInstance[]): Behavior =>
  (call, world) => {
    const opened = open(call, world)
    const name = String(call.path['component_name'])
    const spec = opened.deployment['spec'] as Value
    if (!findComponent(spec, name, builtKinds)) throw notFound()
    if (!isProgram(spec, name)) throw unprocessable(`component_name: nothing runs in "${name}" that a shell could be opened in.`)
    const asked = call.query['instance_name']
    const copy = copies(world, opened).find(
      ({ component_name: component, instance_name: instance }) =>
        component === name && (asked === undefined || asked === '' || asked === instance),
    )
    if (!copy) throw notFound()
    // It works once, so that each is another.
    return { body: JSON.stringify({ url: signAddress(call, world, 'exec', copy.instance_name, world.ids.hex(16)) }) }
  }

export const appLogs: FamilyBehavior = {
  operations: {
    apps_get_logs: logsOf(openDeployment),
    apps_get_logs_aggregate: logsOf(openDeployment),
    apps_get_logs_active_deployment: logsOf(openLive),
    apps_get_logs_active_deployment_aggregate: logsOf(openLive),
    apps_list_instances: list,
    apps_get_exec: execIn(openDeployment, (world, { app, deployment }) => listInstancesOf(world, app, String(deployment['id']))),
    apps_get_exec_active_deployment: execIn(openLive, (world, { app }) => listInstances(world, app)),
  },
  addresses: [{ prefix: '/apps/logs/', answer: answerLogAddress }],
}
