import { shows, testObserved } from '../../../test/observed.ts'

testObserved({
  'uptime-03': async ({ create, post }) => {
    const { id } = await create('/v2/uptime/checks', {
      name: 'Shop',
      type: 'https',
      target: 'https://tidewater.example',
      regions: ['us_east'],
    })
    const alert = {
      name: 'Shop',
      type: 'down_global',
      threshold: 5,
      comparison: '',
      notifications: { email: ['maya@tidewater.example'], slack: [] },
    }
    return shows(post(`/v2/uptime/checks/${id}/alerts`, alert), { alert: { threshold: 1, comparison: 'less_than' } })
  },
})
