/** Makes the first day: what is there in the chosen world, and the credentials that follow from the seed. */
import { putApplication } from '../auth/applications.ts'
import { beginAccount } from '../auth/begin-account.ts'
import { seedCredentials } from '../auth/seeded-credentials.ts'
import { ownerPasswordHash, ownerUser } from '../catalog/owner.ts'
import type { Platform } from '../engine/world.ts'
import { findImage, type WorldName } from './find-image.ts'

/** @param reload reads again what is remembered of the store: its seed among it. All of this happens, or nothing. */
export function beginWorld(name: WorldName, seed: string, platform: Platform, reload: () => void): void {
  const { store } = platform
  const addOwn = () => {
    store.set('seed', seed)
    store.set('world', name)
    reload()
    addCredentials(seed, platform)
  }
  if (name === 'empty') {
    store.transaction(() => {
      // Nothing is there of a first day that was before this one.
      if (store.setting('seed') !== undefined) store.clear()
      addOwn()
      beginAccount(platform, ownerUser, ownerPasswordHash)
    })
  } else
    store.restore(findImage(name), () => {
      addOwn()
      // The image was made with a clock that stood still; from now on it goes.
      platform.clock.freeze(false)
    })
}

function addCredentials(seed: string, { store, tokens }: Platform): void {
  const { tokens: own, inference_key: key, oauth } = seedCredentials(seed)
  tokens.add(own.full, { kind: 'personal', canWrite: true })
  tokens.add(own.read, { kind: 'personal', canWrite: false })
  tokens.add(key, { kind: 'inference', canWrite: true })
  putApplication(store, { client_id: oauth.client_id, name: 'Tidewater Stock', redirect_uris: [oauth.redirect_uri] }, oauth.client_secret)
}
