import type { User } from '../../auth/users.ts'
import type { Reply } from '../../engine/request.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { consentPath } from '../paths.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import { hiddenFields, replyPage } from './layout.ts'

export interface ConsentPlan {
  readonly request: AuthorizationRequest
  readonly user: User
  readonly token: string
}

export function replyConsent({ request, user, token }: ConsentPlan): Reply {
  const { application, scope, redirectUri } = request
  const name = escapeHtml(application.name)
  const permissions =
    scope === 'read' ? ['See everything in your account'] : ['See everything in your account', 'Create, change and delete anything in it']
  return replyPage({
    status: 200,
    title: `Authorize ${application.name}`,
    formAction: listTargets(redirectUri),
    main: `<h1>Authorize ${name}</h1>
<p>You are signed in as ${escapeHtml(user.name)} (${escapeHtml(user.email)}).</p>
<p><strong>${name}</strong> asks to:</p>
<ul>
${permissions.map((permission) => `<li>${permission}</li>`).join('\n')}
</ul>
<form method="post" action="${consentPath}">
${hiddenFields({ request: request.query, form_token: token })}
<button class="main" type="submit" name="decision" value="allow">Authorize</button>
<button type="submit" name="decision" value="deny">Deny</button>
<button type="submit" name="decision" value="switch">Use another account</button>
</form>
<p class="small">You will be sent to ${escapeHtml(formatTarget(redirectUri))}.</p>`,
  })
}

/**
 * Lists the sources of `form-action`. Browsers apply it to every redirect after a form, including those of the application, so all
 * websites are allowed, and the URL scheme of a native application.
 */
function listTargets(redirectUri: string): string {
  const { protocol } = new URL(redirectUri)
  return protocol === 'http:' || protocol === 'https:' ? "'self' http: https:" : `'self' http: https: ${protocol}`
}

function formatTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return host === '' ? protocol : `${protocol}//${host}`
}
