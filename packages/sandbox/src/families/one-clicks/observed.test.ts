import { expect } from 'vitest'
import { testObserved } from '../../../test/observed.ts'

testObserved({
  'one-clicks-01': async ({ get }) => {
    const answer = await get('/v2/1-clicks?type=unknown')
    expect(answer.body).toEqual({})
    return answer
  },
  'clients-06': async ({ get }) => {
    const answer = await get('/v2/1-clicks?type=')
    expect(answer.body).toEqual((await get('/v2/1-clicks')).body)
    return answer
  },
})
