/** Creates the initial state: the content of a world, and the credentials derived from the seed. */
import { putApplication, removeApplication } from '../auth/applications.ts'
import { createAccount } from '../auth/create-account.ts'
import { hashSecret } from '../auth/hash-secret.ts'
import { deriveCredentials } from '../auth/seeded-credentials.ts'
import { ownerPasswordHash, ownerUser } from '../catalog/owner.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Platform } from '../engine/account-context.ts'
import type { Store } from '../store/store.ts'
import { applyClock, applyWorld, storeHashes } from './apply-world.ts'
import { checkWorld } from './check-world.ts'
import { findImage, type WorldName } from './find-image.ts'
import { useStatedIds } from './create-resources.ts'
import type { WorldDefinition } from './world-definition.ts'
import { findSetting, saveSetting } from '../store/settings.ts'

/** Returns the world that the state was created with. */
export function getStoredWorld(store: Store): WorldName | WorldDefinition {
  const own = findSetting(store, 'ownWorld')
  return own === undefined ? ((findSetting(store, 'world') ?? 'empty') as WorldName) : (JSON.parse(own) as WorldDefinition)
}

/** Finds the initial time of the state; undefined for a world of the package. */
export function findInitialTime(store: Store): string | undefined {
  return findSetting(store, 'firstMoment')
}

/** Creates a world in one transaction. @throws WorldError when a custom world is invalid */
export function createWorld(world: WorldName | WorldDefinition, seed: string, dependencies: Dependencies): void {
  const { platform, clock, requests } = dependencies
  const { store } = platform
  if (typeof world === 'object') {
    checkWorld(world)
    const create = () => {
      createOwnerAccount('own', world, seed, dependencies)
      applyWorld(world, dependencies)
      // Stored for a reset, which may happen in another process.
      saveSetting(store, 'ownWorld', JSON.stringify(storeHashes(world, platform)))
    }
    store.transaction(create, { savepoints: true })
    // Jobs that ran while the world was created are not logged.
    requests.clearJobs()
  } else if (world === 'empty')
    store.transaction(() => {
      createOwnerAccount(world, {}, seed, dependencies)
      clock.freeze(false)
    })
  else
    store.restore(findImage(world), () => {
      saveStateName(world, seed, dependencies)
      addCredentials(seed, platform)
      // The clock of the image is frozen.
      clock.freeze(false)
    })
}

/** Creates the state of a built-in world: without credentials, with a fixed seed for its secrets. @throws WorldError */
export function createWorldImage(name: WorldName, world: WorldDefinition, dependencies: Dependencies): void {
  const { platform } = dependencies
  const create = () => {
    createOwnerAccount(name, world, name, dependencies)
    applyWorld(world, dependencies)
    removeCredentials(name, platform)
    saveSetting(platform.store, 'worldSeed', name)
  }
  platform.store.transaction(create, { savepoints: true })
}

function saveStateName(name: string, seed: string, { platform: { store }, reload }: Dependencies): void {
  saveSetting(store, 'seed', seed)
  saveSetting(store, 'world', name)
  reload()
}

/** Creates the owner's account with a frozen clock, so that all initial data has the same time. */
function createOwnerAccount(name: string, world: WorldDefinition, seed: string, dependencies: Dependencies): void {
  const { platform, clock } = dependencies
  const { store } = platform
  store.transaction(() => {
    // Deletes the earlier state.
    if (findSetting(store, 'seed') !== undefined) store.clear()
    saveStateName(name, seed, dependencies)
    addCredentials(seed, platform)
    applyClock(world, dependencies)
    saveSetting(store, 'firstMoment', new Date(clock.now()).toISOString())
    useStatedIds(world.ids ?? {}, [], dependencies, () => createAccount(platform, ownerUser, ownerPasswordHash))
  })
}

function addCredentials(seed: string, { store, tokens }: Platform): void {
  const { tokens: own, inference_key: key, oauth } = deriveCredentials(seed, false)
  tokens.add(own.full, { kind: 'personal', canWrite: true })
  tokens.add(own.read, { kind: 'personal', canWrite: false })
  tokens.add(key, { kind: 'inference', canWrite: true })
  putApplication(
    store,
    { client_id: oauth.client_id, name: 'Tidewater Stock', redirect_uris: [oauth.redirect_uri] },
    hashSecret(oauth.client_secret),
  )
}

function removeCredentials(seed: string, { store, tokens }: Platform): void {
  const { tokens: own, inference_key: key, oauth } = deriveCredentials(seed, false)
  for (const token of [own.full, own.read, key]) tokens.remove(token)
  removeApplication(store, oauth.client_id)
}
