import { addOnApps } from '../../catalog/add-ons.ts'
import { conflict } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'

export type AddOn = Kinds['AddOn']

export function assertNotCancelled({ state }: AddOn): void {
  if (state === 'deprovisioning') throw conflict('The add-on is being cancelled already.')
}

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

/** Fails when the sender domain is not a host name: the vendor checks it only after the order. */
export function finishProvisioning({ uuid, app_slug: app, metadata }: AddOn): Changes<AddOn> {
  const domain = metadata?.find(({ name }) => name === 'sender_domain')?.value
  if (domain !== undefined && !hostName.test(String(domain)))
    return { state: 'provisioning-failed', message: 'The sender domain could not be verified.' }
  const host = addOnApps.find(({ slug }) => slug === app)?.host ?? ''
  return { has_config: true, sso_url: `https://${host}/sso/${uuid.slice(0, 8)}` }
}
