import type { Cases } from '../probe.ts'

const endpoints = '/v2/cdn/endpoints'
const origin = 'covers.nyc3.digitaloceanspaces.com'

export const cdn: Cases = {
  'cdn-01': async ({ make, post }) => {
    await make('POST', endpoints, { origin })
    return post(endpoints, { origin })
  },
  'cdn-02': ({ post }) => post(endpoints, { origin: `front.${origin}` }),
  'cdn-03': async ({ make, post, put, holds }) => {
    const { endpoint } = await make('POST', endpoints, { origin })
    const changed = await put(`${endpoints}/${endpoint.id}`, { ttl: 7 })
    holds('what is said of a change', changed.body.message, 'invalid ttl')
    return post(endpoints, { origin: 'audio.nyc3.digitaloceanspaces.com', ttl: 7 })
  },
  'cdn-04': async ({ post, holds }) => {
    const answer = await post(endpoints, { origin })
    const { ttl, endpoint } = answer.body.endpoint
    holds('ttl and endpoint', { ttl, endpoint }, { ttl: 3600, endpoint: 'covers.nyc3.cdn.digitaloceanspaces.com' })
    return answer
  },
}
