/** Metadata of the authorization server (RFC 8414). */
import type { Handler } from '../engine/call.ts'
import { authorizePath } from './paths.ts'

export const getMetadata: Handler<'oauth_getMetadata'> = ({ origin }) => ({
  issuer: origin,
  authorization_endpoint: `${origin}${authorizePath}`,
  token_endpoint: `${origin}/v1/oauth/token`,
  revocation_endpoint: `${origin}/v1/oauth/revoke`,
  scopes_supported: ['read', 'write'],
  response_types_supported: ['code', 'token'],
  response_modes_supported: ['query', 'fragment'],
  grant_types_supported: ['authorization_code', 'implicit', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
})
