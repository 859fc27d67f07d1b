/** The id of a new droplet that runs. */
import { type TestSandbox, webServer } from './make-sandbox.ts'
import type { Fields } from './operation-at.ts'

export async function makeDroplet(sandbox: TestSandbox, more: Fields<'/v2/droplets'> = {}) {
  const { body } = await sandbox.post('/v2/droplets', { ...webServer, ...more })
  await sandbox.pass(30)
  return body.droplet.id
}
