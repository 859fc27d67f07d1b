/** Organizations: the first account owns one; users who signed up later have none. */
import type { Handler } from '../../engine/call.ts'
import { onlyOne } from '../../engine/engine.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { ownerAccountId } from '../../catalog/owner.ts'
import type { Handlers, Seed } from '../family.ts'
import { firstTeamNumber, checkOrganization } from './organization.ts'

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    /** Times of the sent invitations, in milliseconds. */
    organizationInvitations: readonly number[]
  }
}

const invitationsPerDay = 10

const secondsPerDay = 24 * 3600

const create: Handler<'organizations_teams_create'> = ({ body: { name, invitations } }, ctx) => {
  checkOrganization(ctx)
  const { engine, store, clock, owner } = ctx
  const trimmedName = name.trim()
  if (trimmedName === '') throw unprocessable('name: must be more than spaces.')
  const { uuid } = engine.create('OrganizationTeam', {
    company: '',
    id: store.nextCounter('team-number', firstTeamNumber + 1),
    name: trimmedName,
    email: owner.email,
    member_count: 1,
    status: 'joined',
    joined_organization_at: clock.timestamp(),
  })
  return { team: { uuid, name: trimmedName }, invitations: inviteMembers(ctx, invitations ?? []) }
}

type Outcomes = Operations['organizations_teams_create']['reply']['invitations']

/** Sends one invitation for each address, up to the daily limit. */
function inviteMembers({ engine, store, clock }: AccountContext, invitations: readonly { readonly email: string }[]): Outcomes {
  const since = clock.now() - secondsPerDay * 1000
  const recentInvitations = (engine.find('organizationInvitations', onlyOne) ?? []).filter((at) => at > since)
  const outcomes: Outcomes = {}
  for (const { email } of invitations) {
    if (Object.hasOwn(outcomes, email)) continue
    const isOpen = recentInvitations.length < invitationsPerDay
    if (isOpen) recentInvitations.push(clock.now())
    outcomes[email] = { status: isOpen ? 'ok' : 'daily_invite_limit_reached' }
  }
  store.put({ kind: 'organizationInvitations', id: onlyOne, text: JSON.stringify(recentInvitations) })
  return outcomes
}

export const handlers = { organizations_teams_create: create } satisfies Handlers

export const seed: Seed = ({ engine, clock, owner }) => {
  if (owner.account !== ownerAccountId) return
  const { uuid, name } = owner.team
  const fields = { id: firstTeamNumber, name, email: owner.email, member_count: 3, status: 'joined' as const, company: `${name} Ltd` }
  engine.create('OrganizationTeam', { ...fields, joined_organization_at: clock.timestamp() }, { id: uuid })
}
