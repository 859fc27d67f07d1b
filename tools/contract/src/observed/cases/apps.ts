import type { Cases } from '../probe.ts'

const image = { registry_type: 'DOCKER_HUB', registry: 'library', repository: 'nginx' }
const web = { name: 'web', image, http_port: 8080 }
const bookClub = { name: 'book-club', region: 'nyc', services: [web] }

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
}
