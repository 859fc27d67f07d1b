/** Static files of the console, compressed by the build. They contain no secrets; the console reads its data from the control API. */
import { gunzipSync } from 'node:zlib'
import type { Reply } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { readConsoleFile } from '../package-files/on-disk.ts'

const prefix = '/_sandbox/assets/'

/** True for files that a browser needs before it has the control token. */
export function isConsolePath(path: string): boolean {
  return path === '/_sandbox' || path === '/_sandbox/' || path.startsWith(prefix)
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Text never becomes markup or script: the browser rejects the APIs that do it.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const safety = { 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' }

/** @throws Failure 404 */
export function handleConsole(path: string, origin: string, acceptEncoding?: string): Reply {
  return path.startsWith(prefix) ? serveFile(path, acceptEncoding) : servePage(origin)
}

function servePage(origin: string): Reply {
  const page = Buffer.from(readConsoleFile('index.html') ?? '').toString()
  return {
    body: page.replace('{{origin}}', () => escapeHtml(origin)),
    type: 'text/html; charset=utf-8',
    headers: { ...safety, 'cache-control': 'no-cache', 'content-security-policy': policy },
  }
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
}

function serveFile(path: string, acceptEncoding = ''): Reply {
  const name = path.slice(prefix.length)
  const encoding = /\bbr\b/.test(acceptEncoding) ? 'br' : 'gzip'
  const asset = readConsoleFile(`assets/${name}.${encoding === 'br' ? 'br' : 'gz'}`)
  if (!asset) throw new Failure(404, `There is no ${path}.`)
  const isPlain = encoding === 'gzip' && !/\bgzip\b/.test(acceptEncoding)
  return {
    body: isPlain ? gunzipSync(asset) : asset,
    type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    headers: {
      ...safety,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(!isPlain && { 'content-encoding': encoding }),
    },
  }
}
