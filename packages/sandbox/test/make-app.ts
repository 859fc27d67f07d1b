/** Apps for tests: the book club, which has a service, and ways to let them become live. */
import type { TestSandbox } from './make-sandbox.ts'
import type { BodyAt } from './operation-at.ts'

export const github = { repo: 'tidewater-books/book-club', branch: 'main', deploy_on_push: true } as const

export const web = { name: 'web', github, run_command: 'npm start', instance_count: 2, instance_size_slug: 'apps-s-1vcpu-1gb' } as const

export const bookClub = { name: 'book-club', region: 'nyc', services: [web] } as const

/** How long a deployment takes that is built: 5 + 30 + 5 + 20 seconds. */
export const secondsToDeploy = 60

export async function makeApp(sandbox: TestSandbox, spec: BodyAt<'post', '/v2/apps'>['spec'] = bookClub) {
  const { status, body } = await sandbox.post('/v2/apps', { spec })
  if (status !== 200) throw new Error(`No app was made: ${status} ${body.message}`)
  const path = `/v2/apps/${body.app.id}` as const
  return { id: String(body.app.id), path, app: body.app, read: async () => (await sandbox.get(path)).body.app }
}

export async function makeLiveApp(sandbox: TestSandbox, spec: BodyAt<'post', '/v2/apps'>['spec'] = bookClub) {
  const made = await makeApp(sandbox, spec)
  await sandbox.pass(secondsToDeploy)
  return { ...made, app: await made.read() }
}
