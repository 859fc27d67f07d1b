import type { Reply } from '../../engine/request.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { signInPath } from '../paths.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import { hiddenFields, replyPage } from './layout.ts'

export interface SignInPlan {
  readonly request: AuthorizationRequest
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
  readonly failed?: FailedSignIn
}

export interface FailedSignIn {
  /** Email address from the form. */
  readonly email: string
  /** Seconds until the next attempt is accepted; 0 if the email or password was wrong. */
  readonly wait: number
}

export function replySignIn({ request, token, headers, failed }: SignInPlan): Reply {
  const problem = failed && describeProblem(failed)
  const ariaAttributes = problem ? ' aria-invalid="true" aria-describedby="problem"' : ''
  return replyPage({
    status: problem?.status ?? 200,
    title: `${problem ? 'Not signed in: ' : ''}Sign in`,
    formAction: "'self'",
    headers: { ...headers, ...problem?.headers },
    main: `<h1>Sign in</h1>
<p><strong>${escapeHtml(request.application.name)}</strong> wants to work with your account. Sign in to decide about it.</p>
${problem ? `<p class="problem" id="problem" role="alert">${problem.text}</p>\n` : ''}<form method="post" action="${signInPath}">
${hiddenFields({ request: request.query, form_token: token })}
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required autofocus value="${escapeHtml(failed?.email ?? '')}"${ariaAttributes}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${ariaAttributes}>
<button class="main" type="submit">Sign in</button>
</form>`,
  })
}

interface Problem {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

function describeProblem({ wait }: FailedSignIn): Problem {
  if (wait === 0) return { status: 422, text: 'The email or the password is wrong.' }
  const time = wait < 120 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`
  return { status: 429, text: `That was wrong too often. Wait ${time}, then try again.`, headers: { 'retry-after': String(wait) } }
}
