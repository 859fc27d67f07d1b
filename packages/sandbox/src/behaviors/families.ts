/** Every family that has behaviour of its own. What others begin from is seeded first. */
import { account } from './account.ts'
import { actions } from './actions.ts'
import { domainRecords } from './domain-records.ts'
import { domains } from './domains.ts'
import { dropletActions } from './droplet-actions.ts'
import { droplets } from './droplets.ts'
import type { FamilyBehavior } from './family.ts'
import { images } from './images.ts'
import { projectResources } from './project-resources.ts'
import { projects } from './projects.ts'
import { regions } from './regions.ts'
import { sizes } from './sizes.ts'
import { snapshots } from './snapshots.ts'
import { sshKeys } from './ssh-keys.ts'
import { tags } from './tags.ts'
import { volumeActions } from './volume-actions.ts'
import { volumeSnapshots } from './volume-snapshots.ts'
import { volumes } from './volumes.ts'

export const families: readonly FamilyBehavior[] = [
  regions,
  sizes,
  images,
  account,
  projects,
  projectResources,
  tags,
  actions,
  droplets,
  dropletActions,
  volumes,
  volumeActions,
  volumeSnapshots,
  snapshots,
  sshKeys,
  domains,
  domainRecords,
]
