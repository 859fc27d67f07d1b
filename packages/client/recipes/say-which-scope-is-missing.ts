import { createCloud, ForbiddenError } from '@spindrift/client'
import { missingScopes, requiredScopes } from '@spindrift/client/scopes'

const cloud = createCloud({ token: process.env['READ_ONLY_TOKEN']! })

console.log(requiredScopes('tags_create').oauth)
try {
  await cloud.tags.create({ name: 'storefront' })
} catch (error) {
  if (!(error instanceof ForbiddenError)) throw error
  const { scopes } = await cloud.oauth.tokens.getInfo()
  console.log(`${error.operation} needs ${missingScopes(error, scopes).join(', ')}.`)
}
