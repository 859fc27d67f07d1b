import { describe, expect } from 'vitest'
import { getPair, it, createOAuth } from '../../test/oauth/oauth-sandbox.ts'
import { forbidden } from '../../test/operation-at.ts'

const webServer = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64', tags: ['web'] }
const ana = { email: 'ana@harbour.example', password: 'harbour-1' }

describe('an added user', () => {
  it('receives tokens and a model access key at once', async () => {
    const { user, tokens, inference_key: key } = await createOAuth().addUser()
    expect(user).toMatchObject({ email: ana.email, name: 'ana', team: { name: 'My Team' } })
    expect([tokens.full, tokens.read, key]).toEqual([
      expect.stringMatching(/^dop_v1_[0-9a-f]{64}$/),
      expect.stringMatching(/^dop_v1_[0-9a-f]{64}$/),
      expect.stringMatching(/^sk-do-[0-9a-f]{64}$/),
    ])
  })

  it('has a separate account', async ({ sandbox }) => {
    const { user, tokens } = await sandbox.addUser()
    const { body } = await sandbox.get('/v2/account', tokens.full)
    expect(body.account).toMatchObject({ email: ana.email, uuid: user.uuid, team: user.team })
    expect((await sandbox.get('/v2/account', sandbox.tokens.full)).body.account.email).toBe('maya@tidewater.example')
  })

  it('can read with the read token and write with the full token', async ({ sandbox }) => {
    const { tokens } = await sandbox.addUser()
    expect((await sandbox.post('/v2/tags', tokens.read, { name: 'a' })).status).toBe(403)
    expect((await sandbox.post('/v2/tags', tokens.full, { name: 'a' })).status).toBe(201)
    expect((await sandbox.get('/v2/tags', tokens.read)).body.meta.total).toBe(1)
  })

  it('has the catalog and a default project', async ({ sandbox }) => {
    const { tokens, user } = await sandbox.addUser()
    const [own, first] = [await sandbox.get('/v2/sizes', tokens.full), await sandbox.get('/v2/sizes', sandbox.tokens.full)]
    expect(own.body.meta.total).toBe(first.body.meta.total)
    const project = (await sandbox.get('/v2/projects/default', tokens.full)).body.project
    expect(project).toMatchObject({ name: 'My Team', owner_uuid: user.uuid })
    expect(project.id).not.toBe((await sandbox.get('/v2/projects/default', sandbox.tokens.full)).body.project.id)
  })

  it('cannot list or get objects of another account', async ({ sandbox }) => {
    const { tokens } = await sandbox.addUser()
    const { droplet } = (await sandbox.post('/v2/droplets', sandbox.tokens.full, webServer)).body
    for (const path of [`/v2/droplets/${droplet.id}`, `/v2/droplets/${droplet.id}/actions`, '/v2/tags/web'] as const)
      expect([(await sandbox.get(path, sandbox.tokens.full)).status, (await sandbox.get(path, tokens.full)).status]).toEqual([200, 404])
    for (const path of ['/v2/droplets', '/v2/actions', '/v2/tags'] as const)
      expect((await sandbox.get(path, tokens.full)).body.meta.total).toBe(0)
    const [own, other] = [await sandbox.get('/v2/vpcs', tokens.full), await sandbox.get('/v2/vpcs', sandbox.tokens.full)]
    const others = new Set(other.body.vpcs.map(({ id }) => id))
    expect(own.body.vpcs.filter(({ id }) => others.has(id))).toEqual([])
    const removed = await sandbox.send('DELETE', `/v2/droplets/${droplet.id}`, { headers: { authorization: `Bearer ${tokens.full}` } })
    expect(removed.status).toBe(404)
  })

  it('gets ids that no other account has', async ({ sandbox }) => {
    const { tokens } = await sandbox.addUser()
    const ids = []
    for (const token of [sandbox.tokens.full, tokens.full, sandbox.tokens.full])
      ids.push((await sandbox.post('/v2/droplets', token, webServer)).body.droplet.id)
    expect(new Set(ids).size).toBe(3)
  })

  it('has actions that complete in the same account', async ({ sandbox }) => {
    const { tokens } = await sandbox.addUser()
    const { droplet } = (await sandbox.post('/v2/droplets', tokens.full, webServer)).body
    await sandbox.pass(60)
    expect((await sandbox.get(`/v2/droplets/${droplet.id}`, tokens.full)).body.droplet).toMatchObject({ status: 'active', locked: false })
    expect((await sandbox.get('/v2/actions', tokens.full)).body.actions).toMatchObject([{ type: 'create', status: 'completed' }])
  })

  it('cannot reach objects nested under those of another account', async ({ sandbox }) => {
    const { tokens } = await sandbox.addUser()
    await sandbox.post('/v2/domains', sandbox.tokens.full, { name: 'tidewater.example', ip_address: '192.0.2.7' })
    const record = { type: 'A', name: 'www', data: '192.0.2.8' } as const
    expect((await sandbox.get('/v2/domains/tidewater.example/records', tokens.full)).status).toBe(404)
    expect((await sandbox.post('/v2/domains/tidewater.example/records', tokens.full, record)).status).toBe(404)
  })

  it('can sign in and grant access to their account', async ({ sandbox }) => {
    const { user } = await sandbox.addUser()
    const pair = await getPair(sandbox, 'read write', ana)
    expect(pair.info).toEqual({ name: 'ana', email: ana.email, uuid: user.uuid, team_uuid: user.team.uuid, team_name: 'My Team' })
    expect((await sandbox.get('/v2/account', pair.access_token)).body.account.email).toBe(ana.email)
  })

  it('has a token whose info names the user and the application', async ({ sandbox }) => {
    await sandbox.freeze()
    const { access_token: token } = await getPair(sandbox)
    await sandbox.pass(3600)
    expect((await sandbox.get('/v1/oauth/token/info', token)).body).toEqual({
      resource_owner_id: 1204817,
      scopes: ['read', 'write'],
      expires_in_seconds: 2588400,
      application: { uid: sandbox.client.client_id },
      created_at: Date.parse('2026-03-02T09:00:00Z') / 1000,
    })
    const { tokens } = await sandbox.addUser()
    expect((await sandbox.get('/v1/oauth/token/info', tokens.read)).body).toMatchObject({
      resource_owner_id: 1204818,
      scopes: ['read'],
      expires_in_seconds: null,
      application: { uid: '' },
    })
  })

  it('is restored with a snapshot and removed by a reset', async ({ sandbox }) => {
    const { tokens } = await sandbox.addUser()
    await sandbox.control('snapshots', { name: 'with-ana' })
    await sandbox.control('reset', undefined)
    expect((await sandbox.get('/v2/account', tokens.full)).status).toBe(401)
    await sandbox.control('snapshots/restore', { name: 'with-ana' })
    expect((await sandbox.get('/v2/account', tokens.full)).body.account.email).toBe(ana.email)
  })

  const refused = [
    { input: { email: 'ana', password: 'x' }, expected: /^email: / },
    { input: { email: '', password: 'x' }, expected: /^email: / },
    { input: { password: 'x' }, expected: /^email: / },
    { input: { email: ana.email }, expected: /^password: / },
    { input: { email: ana.email, password: '' }, expected: /^password: / },
    { input: { ...ana, name: 7 }, expected: /^name: / },
  ]
  it.each(refused)('is not created from $input', async ({ input, expected }) => {
    const { status, body } = await createOAuth().control('users', forbidden(input))
    expect([status, body.message]).toEqual([422, expect.stringMatching(expected)])
  })

  it('cannot have the email address of another user, in any case', async ({ sandbox }) => {
    await sandbox.addUser()
    for (const email of [ana.email, 'ANA@harbour.example', 'maya@tidewater.example'])
      expect((await sandbox.control('users', { email, password: 'x' })).status).toBe(409)
    expect((await sandbox.get('/_sandbox/users')).body.users).toHaveLength(2)
  })

  it('is listed without secrets', async ({ sandbox }) => {
    await sandbox.addUser()
    const { body, text } = await sandbox.get('/_sandbox/users')
    expect(body.users.map(({ email }: { email: string }) => email)).toEqual(['maya@tidewater.example', ana.email])
    expect(text).not.toMatch(/password|scrypt|dop_v1|token/)
  })
})

describe('an added application', () => {
  it('shows its secret only when it is created', async ({ sandbox }) => {
    const created = await sandbox.addApplication()
    expect(created).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      client_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'Harbour Books',
      redirect_uri: 'https://harbour.example/callback',
      redirect_uris: ['https://harbour.example/callback'],
    })
    const { text, body } = await sandbox.get('/_sandbox/applications')
    expect(body.applications.map(({ name }: { name: string }) => name)).toEqual(['Tidewater Stock', 'Harbour Books'])
    expect(text).not.toMatch(/secret/)
    expect(text).not.toContain(created.client_secret)
  })

  const refused = [
    {},
    { redirect_uri: 'https://a.example' },
    { name: 'A' },
    { name: 'A', redirect_uri: '/callback' },
    { name: 'A', redirect_uri: 'https://a.example/#x' },
    { name: 'A', redirect_uri: 'https://u:p@a.example/' },
    { name: 'A', redirect_uri: 'javascript:alert(1)' },
    { name: 'A', redirect_uri: 'data:text/html,x' },
    { name: 'A', redirect_uri: 'https://a.example/\r\nx' },
    { name: 'A', redirect_uri: 'https://\u0430.example/' },
    { name: 'A', redirect_uri: 7 },
    { name: 'A', redirect_uris: [] },
    { name: 'A', redirect_uris: ['https://a.example/', 'nowhere'] },
    { name: 'A', redirect_uri: 'https://a.example/', redirect_uris: ['https://a.example/'] },
  ]
  it.for(refused)('is not created from %j', async (input, { sandbox }) => {
    expect((await sandbox.control('applications', forbidden(input))).status).toBe(422)
    expect((await sandbox.get('/_sandbox/applications')).body.applications).toHaveLength(1)
  })
})

describe('withdrawing an authorization', () => {
  const withdraw = (sandbox: ReturnType<typeof createOAuth>, email: string) =>
    sandbox.control('authorizations', { email, client_id: sandbox.client.client_id }, 'DELETE')

  it('revokes the access and refresh tokens of the application for the user', async ({
    sandbox,
    pair: { access_token: token, refresh_token: next },
  }) => {
    expect((await withdraw(sandbox, sandbox.user.email)).status).toBe(200)
    expect((await sandbox.get('/v2/account', token)).status).toBe(401)
    expect((await sandbox.form('/v1/oauth/refresh', { grant_type: 'refresh_token', refresh_token: next })).body.error).toBe('invalid_grant')
  })

  it('keeps the tokens of other users and personal tokens', async ({ sandbox }) => {
    await sandbox.addUser()
    const { access_token: token } = await getPair(sandbox, 'read', ana)
    await withdraw(sandbox, sandbox.user.email)
    for (const other of [token, sandbox.tokens.full]) expect((await sandbox.get('/v2/account', other)).status).toBe(200)
  })

  it('names the unknown user or application', async ({ sandbox }) => {
    expect((await withdraw(sandbox, 'nobody@harbour.example')).body.message).toMatch(/^email: /)
    const unknown = { email: sandbox.user.email, client_id: 'x' }
    expect((await sandbox.control('authorizations', unknown, 'DELETE')).body.message).toMatch(/^client_id: /)
  })
})

describe('the authorization server in the console', () => {
  it('lists authorizations and signed-in sessions', async ({ sandbox }) => {
    const { access_token: token } = await getPair(sandbox, 'read')
    const { authorizations } = (await sandbox.get('/_sandbox/authorizations')).body
    const { email } = sandbox.user
    expect(authorizations).toEqual([
      { email, client_id: sandbox.client.client_id, application: 'Tidewater Stock', scope: 'read', tokens: 1 },
    ])
    const { sessions } = (await sandbox.get('/_sandbox/sessions')).body
    expect(sessions).toEqual([{ id: expect.any(String), email, signed_in_at: expect.any(String), expires_at: expect.any(String) }])
    const end = () => sandbox.send('DELETE', `/_sandbox/sessions/${sessions[0].id}`)
    expect([(await end()).status, (await end()).status]).toEqual([200, 404])
    expect((await sandbox.get('/_sandbox/sessions')).body.sessions).toEqual([])
    expect((await sandbox.get('/v2/account', token)).status).toBe(200)
  })

  it('contains no passwords, codes or tokens', async ({ sandbox }) => {
    const pair = await getPair(sandbox, 'read')
    const { requests } = (await sandbox.get('/_sandbox/requests')).body
    const details = await Promise.all(requests.map(({ request_id: id }) => sandbox.get(`/_sandbox/requests/${id}`)))
    const text = details.map((each) => each.text).join('\n') + (await sandbox.get('/_sandbox/requests.har')).text
    expect(requests.length).toBeGreaterThan(2)
    for (const secret of [pair.access_token, pair.refresh_token, sandbox.user.password, sandbox.client.client_secret])
      expect(text.includes(secret)).toBe(false)
    expect(/code=[0-9a-f]{64}|spindrift_session=[0-9a-f]{64}|form_token" value="[0-9a-f]{64}/.exec(text)).toBeNull()
  })
})
