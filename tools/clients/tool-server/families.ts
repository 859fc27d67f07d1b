import { account } from './cases/account.ts'
import { apps } from './cases/apps.ts'
import { batches } from './cases/batches.ts'
import { databases } from './cases/databases.ts'
import { domains } from './cases/domains.ts'
import { droplets } from './cases/droplets.ts'
import { evaluations } from './cases/evaluations.ts'
import { functions } from './cases/functions.ts'
import { images } from './cases/images.ts'
import { kubernetes } from './cases/kubernetes.ts'
import { loadBalancers } from './cases/load-balancers.ts'
import { models } from './cases/models.ts'
import { monitoring } from './cases/monitoring.ts'
import { network } from './cases/network.ts'
import { registries } from './cases/registries.ts'
import { storage } from './cases/storage.ts'
import { volumes } from './cases/volumes.ts'
import type { Family } from './tool-case.ts'

/** Families in the order in which they run. The account is last, because it advances the clock by a month. */
export const families: readonly Family[] = [
  droplets,
  images,
  volumes,
  network,
  domains,
  loadBalancers,
  databases,
  kubernetes,
  registries,
  storage,
  apps,
  functions,
  models,
  evaluations,
  batches,
  monitoring,
  account,
]
