import type { Cases } from '../probe.ts'

export const dropletAutoscale: Cases = {
  'droplet-autoscale-01': async ({ get, matches }) => {
    const id = '3d7b1a52-6f08-4c9e-b2d4-71e05a8c9f36'
    const answer = await get(`/v2/droplets/autoscale/${id}`)
    matches('the message', answer.body.message, new RegExp(id))
    return answer
  },
}
