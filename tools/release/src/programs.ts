/** The first program a user of each package would write. Each ends with a code other than 0 when it does not work. */

/** The mock answers, the client asks: both installed from the registry. */
const client = `
import assert from 'node:assert/strict'
import { startMock } from '@spindrift/mock'
import { createCloud, NotFoundError } from '@spindrift/client'
import { createPathClient } from '@spindrift/client/paths'
import { createDroplets } from '@spindrift/client/droplets'

const mock = await startMock({ port: 0 })
try {
  const options = { baseUrl: mock.url, token: 'any' }
  const { droplets } = await createCloud(options).droplets.list()
  assert.equal(typeof droplets[0].name, 'string')
  const { droplet } = await createDroplets(options).get({ path: { droplet_id: 1 } })
  assert.equal(typeof droplet.id, 'number')
  await assert.rejects(createDroplets(options).get({ path: { droplet_id: 1 } }, { headers: { prefer: 'code=404' } }), NotFoundError)
  const reply = await createPathClient(options).GET('/v2/volumes')
  assert.equal(reply.status, 200)
} finally {
  await mock.close()
}
`

export const programs: Readonly<Record<string, string>> = { client }
