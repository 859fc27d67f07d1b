/** Buildpacks, and their upgrade in an app. */
import { buildpackByEnvironment, buildpacks } from '../../catalog/app-buildpacks.ts'
import type { Handler } from '../../engine/call.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import { assertNotPinned, requireApp, getAppState } from './app-state.ts'
import { builtKinds, type ComponentSpec, listComponents } from './components.ts'
import { createDeployment } from './deployments.ts'
import type { Handlers } from '../family.ts'

/** False for images and Dockerfiles. A component without `environment_slug` may use any buildpack. */
function isBuiltWith(id: string, { image, dockerfile_path: dockerfile, environment_slug: environment }: ComponentSpec): boolean {
  if (image !== undefined || dockerfile !== undefined) return false
  return environment === undefined || buildpackByEnvironment[environment] === id
}

const upgradeBuildpack: Handler<'apps_upgradeBuildpack'> = ({ path, body }, ctx) => {
  const app = requireApp(path.app_id, ctx)
  const { buildpack_id: id, major_version: major, trigger_deployment: shouldDeploy } = body
  const known = buildpacks.filter((each) => each.id === id)
  if (known.length === 0) throw new Failure(404, `buildpack_id: buildpack "${id}" not found.`)
  if (!known.some(({ major_version: version }) => version === major))
    throw unprocessable(`major_version: ${id} has no version ${major}; it has ${known.map((each) => each.major_version).join(' and ')}.`)
  if (shouldDeploy) assertNotPinned(ctx, app)
  const { spec } = ctx.engine.get('App', app)
  const { buildpacks: versions } = getAppState(ctx, app)
  const target = `${id}@${major}`
  const componentNames = listComponents(spec, builtKinds)
    .filter(({ name, value }) => isBuiltWith(id, value) && versions?.[name] !== target)
    .map(({ name }) => name)
  ctx.engine.setHidden('App', app, { buildpacks: { ...versions, ...Object.fromEntries(componentNames.map((name) => [name, target])) } })
  const isDeployed = shouldDeploy && componentNames.length > 0
  const deployment = isDeployed ? { deployment: createDeployment(ctx, app, { cause: 'buildpack upgraded', type: 'MANUAL', spec }) } : {}
  return { affected_components: componentNames, ...deployment }
}

export const buildpacksHandlers = {
  apps_buildpacks_list: () => ({ buildpacks }),
  apps_upgradeBuildpack: upgradeBuildpack,
} satisfies Handlers
