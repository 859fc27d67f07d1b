import { expect } from 'vitest'
import { shows, testObserved } from '../../../test/observed.ts'

const image = { registry_type: 'DOCKER_HUB', registry: 'library', repository: 'nginx' }
const web = { name: 'web', image, http_port: 8080 }
const bookClub = { name: 'book-club', region: 'nyc', services: [web] }
const source = { name: 'web', git: { repo_clone_url: 'https://git.tidewater.example/book-club.git', branch: 'main' } }
const plain = { ...bookClub, services: [source] }

testObserved({
  'apps-01': async ({ create, post }) => {
    await create('/v2/apps', { spec: bookClub })
    return post('/v2/apps', { spec: bookClub })
  },
  'apps-02': ({ post }) =>
    post('/v2/apps', { spec: { ...bookClub, services: [{ ...web, internal_ports: [8081], health_check: { port: 9090 } }] } }),
  'apps-03': async ({ post }) => {
    const spec = { ...bookClub, services: [{ name: 'web' }], workers: [{ name: 'mailer' }] }
    const response = await post('/v2/apps/propose', { spec })
    expect((await post('/v2/apps', { spec })).body.message).toBe(response.body.message)
    expect(response.body.message.match(/"(?:web|mailer)"/g)).toHaveLength(1)
    return response
  },
  'apps-04': async ({ create, read, pass, get }) => {
    const { id } = await create('/v2/apps', { spec: bookClub })
    await pass(120)
    const [deployment] = await read(`/v2/apps/${id}/deployments`)
    return get(`/v2/apps/${id}/deployments/${deployment.id}/logs?type=BUILD`)
  },
  'apps-05': ({ post }) =>
    shows(post('/v2/apps', { spec: plain }), {
      app: {
        spec: { services: [{ http_port: 8080 }], ingress: { rules: [{ match: { path: { prefix: '/' } }, component: { name: 'web' } }] } },
      },
    }),
  'apps-06': async ({ create, put }) => {
    const { id } = await create('/v2/apps', { spec: plain })
    const response = await put(`/v2/apps/${id}`, { spec: { ...plain, services: [{ ...source, internal_ports: [8080] }] } })
    const { services, ingress } = response.body.app.spec
    expect([services[0].http_port, services[0].internal_ports, ingress?.rules ?? []]).toEqual([undefined, [8080], []])
    return response
  },
  'apps-12': async ({ create, put }) => {
    const { id } = await create('/v2/apps', { spec: bookClub })
    const service = { ...web, health_check: { port: 1234 } }
    return shows(put(`/v2/apps/${id}`, { spec: { ...bookClub, services: [service] } }), { app: { spec: { services: [service] } } })
  },
  'apps-13': async ({ post }) => {
    for (const [region, slug] of [
      ['lon1', 'lon'],
      ['NYC3', 'nyc'],
    ])
      await shows(post('/v2/apps', { spec: { ...bookClub, name: `club-${slug}`, region } }), { app: { spec: { region: slug } } })
    return shows(post('/v2/apps', { spec: { ...bookClub, region: 'fra1' } }), { app: { spec: { region: 'fra' }, region: { slug: 'fra' } } })
  },
  'apps-07': ({ post }) =>
    shows(post('/v2/apps', { spec: { ...plain, services: [{ ...source, health_check: { http_path: '/', port: 1234 } }] } }), {
      app: { spec: { services: [{ health_check: { port: 1234 } }] } },
    }),
  'apps-08': ({ post }) => {
    const features = ['buildpack-stack=ubuntu-18']
    return shows(post('/v2/apps', { spec: { ...plain, features } }), { app: { spec: { features } } })
  },
  'apps-09': async ({ create, put }) => {
    const app = await create('/v2/apps', { spec: { ...plain, region: 'nyc' } })
    return shows(put(`/v2/apps/${app.id}`, { spec: { ...app.spec, region: 'ams' } }), { app: { spec: { region: 'ams' } } })
  },
  'apps-10': async ({ create, pass, get }) => {
    const app = await create('/v2/apps', { spec: bookClub })
    expect(app.last_deployment_active_at).toBeUndefined()
    await pass(120)
    const response = await get(`/v2/apps/${app.id}`)
    expect(response.body.app.last_deployment_active_at).toBe(response.body.app.active_deployment.phase_last_updated_at)
    return response
  },
  'apps-11': async ({ create, pass, get }) => {
    const { id } = await create('/v2/apps', { spec: { ...bookClub, domains: [{ domain: 'club.tidewater.example' }] } })
    await pass(300)
    const response = await get(`/v2/apps/${id}`)
    const { active_deployment: deployment, domains, created_at } = response.body.app
    for (const { started_at, ended_at } of [deployment.progress.steps[0], domains[0].progress.steps[0]])
      expect(`${started_at} ${ended_at}`).toMatch(/^\S+\.\d{9}Z \S+\.\d{9}Z$/)
    expect(created_at).toMatch(/:\d\dZ$/)
    return response
  },
})
