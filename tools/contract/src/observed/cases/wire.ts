import type { Cases } from '../probe.ts'

export const wire: Cases = {
  'wire-01': ({ get }) => get('/v2/domains/tidewater.example'),
  'wire-02': ({ get }) => get('/v2/account', { token: '' }),
}
