import type { Reply } from '../../engine/request.ts'
import type { Failure } from '../../engine/failure.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { replyPage } from './layout.ts'

export function replyErrorPage({ status, message, headers }: Failure, requestId: string): Reply {
  const title = titles[status] ?? (status < 500 ? 'This request cannot be granted' : 'Something went wrong')
  return replyPage({
    status,
    title,
    headers,
    main: `<h1>${title}</h1>
<p>${escapeHtml(message)}</p>
<p>Nothing was granted. You can close this page, or go back to the application and try again.</p>
<p class="small">Request ${escapeHtml(requestId)}</p>`,
  })
}

const titles: Readonly<Record<number, string>> = { 403: 'This form is no longer good', 429: 'Too many requests' }
