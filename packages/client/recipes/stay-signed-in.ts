import { createCloud } from '@spindrift/client'
import { createApplication, createSession, SessionEndedError } from '@spindrift/client/oauth'
import { createFileStore } from '@spindrift/client/oauth/file-store'

const application = createApplication({ clientId: process.env['CLIENT_ID']!, redirectUri: process.env['REDIRECT_URI']! })
const session = createSession({ application, store: createFileStore(process.env['TOKEN_FILE']!) })
const cloud = createCloud({ token: session.token, fetch: session.fetch })

try {
  console.log((await cloud.account.get()).account.status)
} catch (error) {
  if (!(error instanceof SessionEndedError)) throw error
  console.log('Sign in first.')
}
