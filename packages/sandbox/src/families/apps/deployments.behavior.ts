import type { Behavior } from '../../engine/call.ts'
import { answerValues } from '../../engine/pages.ts'
import { under } from '../../store/store.ts'
import { assertNotPinned, deploymentKey, openApp, openDeployment } from './app-state.ts'
import { begin, built, cancel, deploy, finish, rollOut } from './deployments.ts'
import type { FamilyBehavior } from '../family.ts'

const list: Behavior<'apps_list_deployments'> = (call, world) => {
  const { engine } = world
  const app = openApp(call.path.app_id, world)
  const { deployment_types: types = [] } = call.query
  const all = engine.all('AppDeployment', { parent: under(app), order: 'newest' })
  const isWanted = (id: string) => types.length === 0 || types.includes(engine.hidden('AppDeployment', deploymentKey(app, id)).type)
  return answerValues(
    call,
    'deployments',
    all.filter(({ id }) => isWanted(id)),
  )
}

/** Nobody pushes to repositories meanwhile, so that with and without what earlier builds kept the result is the same. */
const create: Behavior<'apps_create_deployment'> = ({ path }, world) => {
  const app = openApp(path.app_id, world)
  assertNotPinned(world, app)
  const { spec } = world.engine.get('App', app)
  return { deployment: deploy(world, app, { cause: 'manual', type: 'MANUAL', spec }) }
}

const stop: Behavior<'apps_cancel_deployment'> = ({ path }, world) => {
  const { app, deployment } = openDeployment(path, world)
  return { deployment: cancel(world, app, deployment.id) }
}

export const appDeployments: FamilyBehavior = {
  behaviors: { apps_list_deployments: list, apps_create_deployment: create, apps_cancel_deployment: stop },
  due: {
    'appDeployments.begin': begin,
    'appDeployments.built': built,
    'appDeployments.rollOut': rollOut,
    'appDeployments.finish': finish,
  },
}
