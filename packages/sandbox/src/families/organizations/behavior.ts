/** The first account owns an organization; those of users who signed up later belong to none. */
import type { Behavior } from '../../engine/call.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'

const kind = 'OrganizationTeam'
/** The number of the account's own team; those made here come after it. */
export const firstTeamNumber = 4_120_031
const invitationsPerDay = 10
const secondsPerDay = 24 * 3600

interface Invitation {
  readonly email: string
  readonly role: string
}

function checkOrganization({ owner }: World): void {
  if (owner.account !== '') throw preconditionFailed('This team does not belong to an organization.')
}

const list: Behavior = (call, world) => {
  checkOrganization(world)
  return replyPage(call, 'teams', world.engine.list({ kind, page: readPage(call) }))
}

const create: Behavior = (call, world) => {
  checkOrganization(world)
  const { engine, store, clock, owner } = world
  const { name, invitations } = readBody(call)
  const trimmed = String(name).trim()
  if (trimmed === '') throw unprocessable('name: must be more than spaces.')
  const { uuid } = engine.create(kind, {
    id: store.next('team-number', firstTeamNumber + 1),
    name: trimmed,
    email: owner.email,
    member_count: 1,
    status: 'joined',
    joined_organization_at: clock.stamp(),
  })
  // The schema has checked each of them.
  const outcomes = invite(world, (invitations ?? []) as readonly Invitation[])
  return { body: JSON.stringify({ team: { uuid, name: trimmed }, invitations: outcomes }) }
}

/** One mail for each address, as long as the day allows it. */
function invite({ store, clock }: World, invitations: readonly Invitation[]): Record<string, { readonly status: string }> {
  const key = { kind: 'organizationInvitations', id: '-' }
  const since = clock.now() - secondsPerDay * 1000
  const sent = (JSON.parse(store.text(key) ?? '[]') as number[]).filter((at) => at > since)
  const outcomes: Record<string, { readonly status: string }> = {}
  for (const { email } of invitations) {
    if (Object.hasOwn(outcomes, email)) continue
    const isOpen = sent.length < invitationsPerDay
    if (isOpen) sent.push(clock.now())
    outcomes[email] = { status: isOpen ? 'ok' : 'daily_invite_limit_reached' }
  }
  store.put({ ...key, text: JSON.stringify(sent) })
  return outcomes
}

export const organizations: FamilyBehavior = {
  operations: { organizations_list_teams: list, organizations_create_team: create },
  seed: ({ engine, clock, owner }) => {
    if (owner.account !== '') return
    const { uuid, name } = owner.team
    const fields = { id: firstTeamNumber, name, email: owner.email, member_count: 3, status: 'joined', company: `${name} Ltd` }
    engine.create(kind, { ...fields, joined_organization_at: clock.stamp() }, { id: uuid })
  },
}
