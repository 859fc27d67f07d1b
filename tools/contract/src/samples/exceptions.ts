/** Samples that fail with the seed data of the examples, with the reason. One that succeeds is a finding. */
import type { KnownRefusal } from '../conformance/known-refusals.ts'

const noneRuns: KnownRefusal = {
  status: 404,
  reason: 'No garbage collection runs: it would block the samples that start one or delete something.',
}
const hasEnded: KnownRefusal = { status: 409, reason: 'The garbage collection has ended.' }

const grantIsUsed: KnownRefusal = {
  status: 400,
  reason: 'Codes and refresh tokens work once and come from a sign-in.',
}

/** Expected refusals by operation. */
export const exceptions: Readonly<Record<string, KnownRefusal>> = {
  oauth_tokens_exchange: grantIsUsed,
  oauth_tokens_refresh: grantIsUsed,
  modelAccessKeys_create: {
    status: 410,
    reason: 'The platform creates these keys only in the control panel: the operation always returns 410.',
  },
  registries_legacy_create: {
    status: 422,
    reason: 'It needs an account without a registry; the other samples need one.',
  },
  registries_garbageCollections_getActive: noneRuns,
  registries_legacy_garbageCollections_getActive: noneRuns,
  registries_garbageCollections_update: hasEnded,
  registries_legacy_garbageCollections_update: hasEnded,
}
