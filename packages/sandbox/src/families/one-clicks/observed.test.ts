import { expect } from 'vitest'
import { testObserved } from '../../../test/observed.ts'

testObserved({
  'clients-06': async ({ get }) => {
    const answer = await get('/v2/1-clicks?type=')
    expect(answer.body).toEqual((await get('/v2/1-clicks')).body)
    return answer
  },
})
