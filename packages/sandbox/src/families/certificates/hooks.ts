import type { HooksByKind } from '../../engine/hooks.ts'
import { issueCertificate } from './issuance.ts'

export const hooks: HooksByKind = {
  Certificate: {
    /** Ignores an empty `name` parameter. */
    listQuery: (_call, _ctx, { filters }) => ({ where: filters.filter(({ equals }) => equals !== '') }),
    onEnter: { verified: (certificate, _key, ctx) => issueCertificate(certificate, ctx) },
  },
}
