/** Every row's case, a file a family. */
import type { Cases } from '../probe.ts'
import { account } from './account.ts'
import { actions } from './actions.ts'
import { apps } from './apps.ts'
import { cdn } from './cdn.ts'
import { certificates } from './certificates.ts'
import { clients } from './clients.ts'
import { databases } from './databases.ts'
import { dedicatedInferences } from './dedicated-inferences.ts'
import { domains } from './domains.ts'
import { dropletActions } from './droplet-actions.ts'
import { dropletAutoscale } from './droplet-autoscale.ts'
import { droplets } from './droplets.ts'
import { firewalls } from './firewalls.ts'
import { images } from './images.ts'
import { kubernetes } from './kubernetes.ts'
import { loadBalancers } from './load-balancers.ts'
import { monitoring } from './monitoring.ts'
import { nfs } from './nfs.ts'
import { partnerAttachments } from './partner-attachments.ts'
import { projects } from './projects.ts'
import { registry } from './registry.ts'
import { reservedIps } from './reserved-ips.ts'
import { snapshots } from './snapshots.ts'
import { spacesKeys } from './spaces-keys.ts'
import { sshKeys } from './ssh-keys.ts'
import { tags } from './tags.ts'
import { uptime } from './uptime.ts'
import { vectorDatabases } from './vector-databases.ts'
import { volumes } from './volumes.ts'
import { vpcNatGateways } from './vpc-nat-gateways.ts'
import { vpcPeerings } from './vpc-peerings.ts'
import { vpcs } from './vpcs.ts'
import { wire } from './wire.ts'

export const allCases: Cases = {
  ...account,
  ...actions,
  ...apps,
  ...cdn,
  ...certificates,
  ...clients,
  ...databases,
  ...dedicatedInferences,
  ...domains,
  ...dropletActions,
  ...dropletAutoscale,
  ...droplets,
  ...firewalls,
  ...images,
  ...kubernetes,
  ...loadBalancers,
  ...monitoring,
  ...nfs,
  ...partnerAttachments,
  ...projects,
  ...registry,
  ...reservedIps,
  ...snapshots,
  ...spacesKeys,
  ...sshKeys,
  ...tags,
  ...uptime,
  ...vectorDatabases,
  ...volumes,
  ...vpcNatGateways,
  ...vpcPeerings,
  ...vpcs,
  ...wire,
}
