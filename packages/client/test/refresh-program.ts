/** Program for shared-tokens.test.ts: prints the access token it gets from a shared store. */
import { createApplication, createSession } from '../src/oauth/index.ts'
import { createFileStore } from '../src/oauth/file-token-store.ts'

const [baseUrl = '', clientId = '', file = ''] = process.argv.slice(2)

const application = createApplication({ baseUrl, clientId, redirectUri: 'http://localhost/back' })
const session = createSession({ application, store: createFileStore(file) })
console.log(await session.token())
