import { expect } from 'vitest'
import { testObserved } from '../../../test/observed.ts'

testObserved({
  'vector-databases-01': async ({ post, create, pass, read }) => {
    const response = await post('/v2/vector-databases', { name: 'book-vectors', region: 'tor1', size: 'db-s-1vcpu-1gb' })
    const { id } = response.body.vector_db
    await pass(61)
    await create(`/v2/vector-databases/${id}/resize`, { id, size: 'db-s-2vcpu-2gb' })
    await pass(31)
    expect(await read(`/v2/vector-databases/${id}`)).toMatchObject({ status: 'active', size: 'db-s-2vcpu-2gb' })
    return response
  },
})
