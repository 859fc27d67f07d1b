/** Page for unknown URLs, `404.html` of the site. It is served at any depth, so its links are absolute. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param basePath path of the site, with a trailing slash */
export function readNotFoundPage(folder: string, basePath: string): string {
  const file = join(folder, '404.html')
  if (!existsSync(file)) return '<!doctype html><title>Page not found</title>\n'
  return readFileSync(file, 'utf8').replaceAll(
    /\b(href|src|data-(?:root|script|index))="(?!#|[a-z]+:)/g,
    (_, name: string) => `${name}="${basePath}`,
  )
}
