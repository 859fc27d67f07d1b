import type { Cases } from '../probe.ts'

export const vectorDatabases: Cases = {
  'vector-databases-01': async (probe) => {
    const answer = await probe.post('/v2/vector-databases', { name: 'book-vectors', region: 'tor1', size: 'db-s-1vcpu-1gb' })
    const { id } = answer.body.vector_db
    await probe.pass(61)
    await probe.make('POST', `/v2/vector-databases/${id}/resize`, { id, size: 'db-s-2vcpu-2gb' })
    await probe.pass(31)
    const { status, size } = (await probe.make('GET', `/v2/vector-databases/${id}`)).vector_db
    probe.holds('the database later', { status, size }, { status: 'active', size: 'db-s-2vcpu-2gb' })
    return answer
  },
}
