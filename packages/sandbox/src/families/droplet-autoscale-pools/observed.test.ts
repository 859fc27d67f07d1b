import { expect } from 'vitest'
import { shows, testObserved } from '../../../test/observed.ts'

const id = '3d7b1a52-6f08-4c9e-b2d4-71e05a8c9f36'

testObserved({
  'droplet-autoscale-01': ({ get }) => shows(get(`/v2/droplets/autoscale/${id}`), { message: expect.stringContaining(id) }),
})
