/** The samples that get no success in the world of the examples, and why that is right. One that succeeds after all is a finding. */
import type { KnownRefusal } from '../conformance/known-refusals.ts'

const noneRuns: KnownRefusal = {
  status: 404,
  reason: 'No garbage collection runs: while one did, the sample that starts one would be refused, as would all that delete.',
}
const hasEnded: KnownRefusal = { status: 409, reason: 'The garbage collection has ended, as none runs.' }

const grantIsUsed: KnownRefusal = {
  status: 400,
  reason: 'A code and a refresh token work once and not for long: they come from signing in.',
}

/** By operation. */
export const exceptions: Readonly<Record<string, KnownRefusal>> = {
  oauth_tokens_exchange: grantIsUsed,
  oauth_tokens_refresh: grantIsUsed,
  modelAccessKeys_create: {
    status: 410,
    reason: 'The platform makes these keys in the control panel only: the operation always answers 410.',
  },
  registries_legacy_create: {
    status: 422,
    reason: 'It is for an account without a registry, and every other sample of registries needs one.',
  },
  registries_garbageCollections_getActive: noneRuns,
  registries_legacy_garbageCollections_getActive: noneRuns,
  registries_garbageCollections_update: hasEnded,
  registries_legacy_garbageCollections_update: hasEnded,
}
