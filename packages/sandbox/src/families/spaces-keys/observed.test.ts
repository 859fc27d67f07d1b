import { expect } from 'vitest'
import { testObserved } from '../../../test/observed.ts'

const key = { name: 'covers-upload', grants: [{ bucket: 'covers', permission: 'readwrite' }] }

testObserved({
  'spaces-keys-01': ({ post, tokens }) => post('/v2/spaces/keys', key, { token: tokens.read }),
  'spaces-keys-02': async ({ post, read }) => {
    const grants = [{ bucket: '', permission: '' }]
    const response = await post('/v2/spaces/keys', { ...key, grants })
    expect((await read(`/v2/spaces/keys/${response.body.key.access_key}`)).grants).toEqual(grants)
    return response
  },
})
