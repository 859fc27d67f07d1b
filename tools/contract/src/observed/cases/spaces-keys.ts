import type { Cases } from '../probe.ts'

const key = { name: 'covers-upload', grants: [{ bucket: 'covers', permission: 'readwrite' }] }

export const spacesKeys: Cases = {
  'spaces-keys-01': ({ post, credentials }) => post('/v2/spaces/keys', key, { token: credentials.tokens.read }),
  'spaces-keys-02': async ({ post, get, holds }) => {
    const grants = [{ bucket: '', permission: '' }]
    const answer = await post('/v2/spaces/keys', { ...key, grants })
    const { access_key: id } = answer.body.key
    holds('the grants of the key', (await get(`/v2/spaces/keys/${id}`)).body.key.grants, grants)
    return answer
  },
}
