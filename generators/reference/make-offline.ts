/**
 * Takes the last requests to other hosts out of a page that `build-docs` made: the logo beside "API docs by" comes from a
 * CDN even with everything inlined. A page that could still ask another host for something is refused.
 */
const remoteLogo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g

const localLogo = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 12" width="48" height="12"><text y="10" font-family="system-ui,sans-serif" font-size="10" textLength="47" lengthAdjust="spacingAndGlyphs" font-weight="600" fill="#2467f2">Redocly</text></svg>`,
)}`

export function makeOffline(html: string): string {
  const page = html.replace(remoteLogo, localLogo)
  const markup = page.replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/gi, '$1')
  const remote =
    /<(?:script|link|img|iframe|source|object|embed)\b[^>]*?\b(?:src|srcset|href|data)\s*=\s*["']?(?:https?:)?\/\/[^>]*>/i.exec(markup)?.[0]
  if (remote)
    throw new Error(
      `The page loads something from another host: ${remote.slice(0, 200)}. Teach generators/reference/make-offline.ts to inline it.`,
    )
  if (/\b(?:__redoc_options = )(?!.*"disableTelemetry":true)/.test(page))
    throw new Error('The page would send telemetry. See generators/reference/redocly.yaml.')
  return page
}
