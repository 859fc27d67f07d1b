import type { Reply } from '../../engine/call.ts'
import { escapeHtml } from '../../server/escape-html.ts'
import { signInPath } from '../addresses.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import { hiddenFields, replyPage } from './layout.ts'

export interface SignInPlan {
  readonly request: AuthorizationRequest
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
  /** What was typed into the form that was refused. */
  readonly refused?: string
}

export function replySignIn({ request, token, headers, refused }: SignInPlan): Reply {
  const isRefused = refused !== undefined
  const problem = isRefused ? '<p class="problem" id="problem" role="alert">The email or the password is wrong.</p>\n' : ''
  const described = isRefused ? ' aria-invalid="true" aria-describedby="problem"' : ''
  return replyPage({
    status: isRefused ? 422 : 200,
    title: `${isRefused ? 'Not signed in: ' : ''}Sign in`,
    formAction: "'self'",
    headers,
    main: `<h1>Sign in</h1>
<p><strong>${escapeHtml(request.application.name)}</strong> wants to work with your account. Sign in to decide about it.</p>
${problem}<form method="post" action="${signInPath}">
${hiddenFields({ request: request.query, form_token: token })}
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required autofocus value="${escapeHtml(refused ?? '')}"${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<button class="main" type="submit">Sign in</button>
</form>`,
  })
}
