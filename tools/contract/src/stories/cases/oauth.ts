import assert from 'node:assert/strict'
import type { Story } from '../story.ts'

export const oauth: Story = {
  title: 'An application is allowed to read, renews its token once, loses what is used twice, and gives a token back',
  run: async ({ cloud, as, application, keeps, refuses, pass }) => {
    const { allow, ...client } = application
    await cloud.oauth.getMetadata()
    const code = await allow('read')
    const body = { grant_type: 'authorization_code', code, ...client } as const
    const first = await cloud.oauth.tokens.exchange({ body })
    keeps(() => assert.deepEqual([first.scope, first.expires_in], ['read', 2_592_000]))
    const reading = as({ token: first.access_token })
    await reading.droplets.list()
    await refuses(403, () => reading.tags.create({ body: { name: 'storefront' } }))
    const info = await as({ token: first.access_token }).oauth.tokens.getInfo()
    keeps(() => assert.deepEqual([info.scopes, info.application?.uid], [['read'], client.client_id]))

    const renewal = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' } as const
    const second = await cloud.oauth.tokens.refresh({ body: renewal })
    await refuses(401, () => reading.droplets.list())
    const renewed = as({ token: second.access_token })
    await renewed.droplets.list()
    // Whoever uses again what is spent ends all that came from it.
    await refuses(400, () => cloud.oauth.tokens.refresh({ body: renewal }))
    await refuses(401, () => renewed.droplets.list())

    const again = { ...body, code: await allow('read') }
    const replayed = await cloud.oauth.tokens.exchange({ body: again })
    await refuses(400, () => cloud.oauth.tokens.exchange({ body: again }))
    await refuses(401, () => as({ token: replayed.access_token }).droplets.list())

    const { access_token: token } = await cloud.oauth.tokens.exchange({ body: { ...body, code: await allow('read') } })
    const given = as({ token })
    await given.droplets.list()
    await given.oauth.tokens.revoke({ body: { token } })
    await refuses(401, () => given.droplets.list())

    const late = await allow('read write')
    await pass(600)
    await refuses(400, () => cloud.oauth.tokens.exchange({ body: { ...body, code: late } }))
    const third = await cloud.oauth.tokens.exchange({ body: { ...body, code: await allow('read write') } })
    await as({ token: third.access_token }).tags.create({ body: { name: 'storefront' } })
    await pass(2_592_000)
    await refuses(401, () => as({ token: third.access_token }).tags.list())
  },
}
