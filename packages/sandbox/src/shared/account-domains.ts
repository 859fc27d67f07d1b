import type { AccountContext } from '../engine/account-context.ts'

/** Finds the domain of the account that contains a host name; a leading `*.` is ignored. */
export function findZone({ store }: AccountContext, host: string): string | undefined {
  const labels = host.toLowerCase().replace(/^\*\./, '').replace(/\.$/, '').split('.')
  return labels
    .map((_label, index) => labels.slice(index).join('.'))
    .find((name) => store.get({ kind: 'Domain', id: name })?.text !== undefined)
}

export function isAccountHost(ctx: AccountContext, host: string): boolean {
  return findZone(ctx, host) !== undefined
}
