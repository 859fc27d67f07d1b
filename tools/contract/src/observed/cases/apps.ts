import type { Cases } from '../probe.ts'

const image = { registry_type: 'DOCKER_HUB', registry: 'library', repository: 'nginx' }
const web = { name: 'web', image, http_port: 8080 }
const bookClub = { name: 'book-club', region: 'nyc', services: [web] }
const source = { name: 'web', git: { repo_clone_url: 'https://git.tidewater.example/book-club.git', branch: 'main' } }
const plain = { ...bookClub, services: [source] }

export const apps: Cases = {
  'apps-01': async ({ make, post }) => {
    await make('POST', '/v2/apps', { spec: bookClub })
    return post('/v2/apps', { spec: bookClub })
  },
  'apps-02': ({ post }) => post('/v2/apps', { spec: { ...bookClub, services: [{ ...web, health_check: { port: 9090 } }] } }),
  'apps-03': async ({ post, holds }) => {
    const spec = { ...bookClub, services: [{ name: 'web' }], workers: [{ name: 'mailer' }] }
    const answer = await post('/v2/apps/propose', { spec })
    holds('the same for a new app', (await post('/v2/apps', { spec })).body.message, answer.body.message)
    holds('how often a component is named', answer.body.message.match(/"(?:web|mailer)"/g).length, 1)
    return answer
  },
  'apps-04': async ({ make, pass, get }) => {
    const { app } = await make('POST', '/v2/apps', { spec: bookClub })
    await pass(120)
    const { deployments } = await make('GET', `/v2/apps/${app.id}/deployments`)
    return get(`/v2/apps/${app.id}/deployments/${deployments[0].id}/logs?type=BUILD`)
  },
  'apps-11': async ({ make, pass, get, matches }) => {
    const { app } = await make('POST', '/v2/apps', { spec: { ...bookClub, domains: [{ domain: 'club.tidewater.example' }] } })
    await pass(300)
    const answer = await get(`/v2/apps/${app.id}`)
    const { active_deployment: deployment, domains, created_at: made } = answer.body.app
    for (const [what, step] of [
      ['a deployment', deployment.progress.steps[0]],
      ['a domain', domains[0].progress.steps[0]],
    ] as const)
      matches(`when a step of ${what} began and ended`, `${step.started_at} ${step.ended_at}`, /^\S+\.\d{9}Z \S+\.\d{9}Z$/)
    matches('when the app was made', made, /:\d\dZ$/)
    return answer
  },
  'apps-05': async ({ post, holds }) => {
    const answer = await post('/v2/apps', { spec: plain })
    const { services, ingress } = answer.body.app.spec
    holds('the port', services[0].http_port, 8080)
    holds('the way in', ingress.rules, [{ match: { path: { prefix: '/' } }, component: { name: 'web' } }])
    return answer
  },
  'apps-06': async ({ make, put, holds }) => {
    const { app } = await make('POST', '/v2/apps', { spec: plain })
    const answer = await put(`/v2/apps/${app.id}`, { spec: { ...plain, services: [{ ...source, internal_ports: [8080] }] } })
    const { services, ingress } = answer.body.app.spec
    holds('the ports', [services[0].http_port, services[0].internal_ports], [undefined, [8080]])
    holds('the way in', ingress?.rules ?? [], [])
    return answer
  },
  'apps-07': ({ post, seen }) =>
    seen(
      post('/v2/apps', { spec: { ...plain, services: [{ ...source, health_check: { http_path: '/', port: 1234 } }] } }),
      'the port',
      ({ body }) => body.app.spec.services[0].health_check.port,
      1234,
    ),
  'apps-08': ({ post, seen }) =>
    seen(
      post('/v2/apps', { spec: { ...plain, features: ['buildpack-stack=ubuntu-18'] } }),
      'the features',
      ({ body }) => body.app.spec.features,
      ['buildpack-stack=ubuntu-18'],
    ),
  'apps-09': async ({ make, put, seen }) => {
    const { app } = await make('POST', '/v2/apps', { spec: { ...plain, region: 'nyc' } })
    return seen(
      put(`/v2/apps/${app.id}`, { spec: { ...app.spec, region: 'ams' } }),
      'the region',
      ({ body }) => body.app.spec.region,
      'ams',
    )
  },
  'apps-10': async ({ make, pass, get, holds }) => {
    const { app } = await make('POST', '/v2/apps', { spec: bookClub })
    holds('the time before one is live', app.last_deployment_active_at, undefined)
    await pass(120)
    const answer = await get(`/v2/apps/${app.id}`)
    const live = answer.body.app
    holds('the time after', live.last_deployment_active_at, live.active_deployment.phase_last_updated_at)
    return answer
  },
}
