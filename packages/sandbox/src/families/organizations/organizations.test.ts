import { describe, expect } from 'vitest'
import { it } from '../../../test/it.ts'

describe('organizations', () => {
  it('lists the own team of the account and new teams', async ({ sandbox }) => {
    const { account } = (await sandbox.get('/v2/account')).body
    expect((await sandbox.get('/v2/organizations/teams')).body).toMatchObject({
      teams: [{ uuid: account.team.uuid, name: 'Tidewater Books', status: 'joined' }],
      meta: { total: 1 },
    })
    const created = await sandbox.post('/v2/organizations/team', { name: '  Tidewater Lab ' })
    expect(created).toMatchObject({ status: 201, body: { team: { name: 'Tidewater Lab' }, invitations: {} } })
    const { teams } = (await sandbox.get('/v2/organizations/teams')).body
    expect(teams[1]).toMatchObject({ uuid: created.body.team.uuid, member_count: 1, email: account.email })
    expect(teams[1].id).toBeGreaterThan(teams[0].id)
    expect((await sandbox.post('/v2/organizations/team', { name: '   ' })).status).toBe(422)
  })

  it('creates a team even after the daily limit of invitations is reached', async ({ sandbox }) => {
    const invitations = Array.from({ length: 11 }, (_, n) => ({ email: `reader-${n}@tidewater.example`, role: 'member' as const }))
    const { status, body } = await sandbox.post('/v2/organizations/team', {
      name: 'Readers',
      invitations: [...invitations, ...invitations.slice(0, 1)],
    })
    expect(status).toBe(201)
    expect(Object.keys(body.invitations)).toHaveLength(11)
    expect(body.invitations['reader-9@tidewater.example']).toEqual({ status: 'ok' })
    expect(body.invitations['reader-10@tidewater.example']).toEqual({ status: 'daily_invite_limit_reached' })
    await sandbox.pass(24 * 3600 + 1)
    const next = await sandbox.post('/v2/organizations/team', {
      name: 'More',
      invitations: [{ email: 'ines@tidewater.example', role: 'biller' }],
    })
    expect(next.body.invitations).toEqual({ 'ines@tidewater.example': { status: 'ok' } })
  })
})
