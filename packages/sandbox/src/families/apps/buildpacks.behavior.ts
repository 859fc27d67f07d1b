/** What apps are built with, and moving an app to another version of it. */
import { buildpackOfEnvironment, buildpacks } from '../../catalogue/app-buildpacks.ts'
import type { Behavior } from '../../engine/call.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import { assertNotPinned, openApp } from './app-state.ts'
import { builtKinds, listComponents } from './components.ts'
import { deploy } from './deployments.ts'
import type { FamilyBehavior } from '../family.ts'

const list: Behavior = () => ({ body: JSON.stringify({ buildpacks }) })

/** Which buildpack it is built with; undefined for images and Dockerfiles. One that says nothing could be any. */
function isBuiltWith(id: string, { image, dockerfile_path: dockerfile, environment_slug: environment }: Value): boolean {
  if (image !== undefined || dockerfile !== undefined) return false
  return environment === undefined || buildpackOfEnvironment[String(environment)] === id
}

const upgrade: Behavior = (call, world) => {
  const app = openApp(call, world)
  const { buildpack_id: id, major_version: major, trigger_deployment: deploys } = readBody(call)
  const known = buildpacks.filter((each) => each.id === id)
  if (known.length === 0) throw new Failure(404, `buildpack_id: there is no buildpack "${String(id)}".`)
  if (!known.some(({ major_version: version }) => version === major))
    throw unprocessable(
      `major_version: ${String(major)} is no version of ${String(id)}; there is ${known.map((each) => each.major_version).join(' and ')}.`,
    )
  if (deploys === true) assertNotPinned(world, app)
  const spec = world.engine.get(app)['spec'] as Value
  const before = world.engine.hidden(app)['buildpacks']
  const versions: Value = isRecord(before) ? before : {}
  const affected = listComponents(spec, builtKinds)
    .filter(({ name, value }) => isBuiltWith(String(id), value) && versions[name] !== `${String(id)}@${String(major)}`)
    .map(({ name }) => name)
  world.engine.hide(app, {
    buildpacks: { ...versions, ...Object.fromEntries(affected.map((name) => [name, `${String(id)}@${String(major)}`])) },
  })
  const isDeployed = deploys === true && affected.length > 0
  const deployment = isDeployed ? { deployment: deploy(world, app, { cause: 'buildpack upgraded', type: 'MANUAL', spec }) } : {}
  return { body: JSON.stringify({ affected_components: affected, ...deployment }) }
}

export const appBuildpacks: FamilyBehavior = {
  operations: { apps_list_buildpacks: list, apps_upgrade_buildpack: upgrade },
}
