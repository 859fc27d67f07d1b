import { shows, testObserved } from '../../../test/observed.ts'

const endpoints = '/v2/cdn/endpoints'
const origin = 'covers.nyc3.digitaloceanspaces.com'

testObserved({
  'cdn-01': async ({ create, post }) => {
    await create(endpoints, { origin })
    return post(endpoints, { origin })
  },
  'cdn-02': ({ post }) => post(endpoints, { origin: `front.${origin}` }),
  'cdn-03': async ({ create, post, put }) => {
    const { id } = await create(endpoints, { origin })
    await shows(put(`${endpoints}/${id}`, { ttl: 7 }), { message: 'invalid ttl' })
    return post(endpoints, { origin: 'audio.nyc3.digitaloceanspaces.com', ttl: 7 })
  },
  'cdn-04': ({ post }) =>
    shows(post(endpoints, { origin }), { endpoint: { ttl: 3600, endpoint: 'covers.nyc3.cdn.digitaloceanspaces.com' } }),
})
