/** Detection of components. The sandbox fetches no repository: every valid source is a Node.js service. */
import { buildpacks } from '../../catalog/app-buildpacks.ts'
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { findSourceFault, repositoryHosts } from './components.ts'
import type { Handlers } from '../family.ts'

const detect: Handler<'apps_detect'> = ({ body }) => {
  const fault = findSourceFault(body, ['git', ...repositoryHosts])
  if (fault) throw unprocessable(`source: ${fault}`)
  const component = {
    strategy: 'BUILDPACK',
    types: ['service', 'worker', 'job'],
    component_type: 'service',
    source_dir: body.source_dir || '/',
    environment_slug: 'node-js',
    build_command: 'npm run build',
    run_command: 'npm start',
    http_ports: [8080],
    buildpacks: buildpacks.filter(({ id, latest }) => latest && id === 'spindrift/node'),
  } as const
  return { components: [component], template_found: false, template_valid: false, pending: false }
}

export const detectionHandlers = { apps_detect: detect } satisfies Handlers
