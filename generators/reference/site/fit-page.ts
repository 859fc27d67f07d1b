/** Limits the page size: nested schemas are expanded only as deep as the size allows. */
import { gzipSync } from 'node:zlib'
import type { Page } from './page.ts'

/** Compressed size without the layout. */
const maxPageBytes = 9500
/** HTML length below which the compressed size need not be checked. */
const maxUncheckedLength = 45_000
const depths = [3, 2, 1] as const

export function fitPage(renderDepth: (maxDepth: number) => Page): Page {
  const [first, ...others] = depths
  return others.reduce((page, maxDepth) => (isSmall(page) ? page : renderDepth(maxDepth)), renderDepth(first))
}

function isSmall({ body, aside }: Page): boolean {
  const text = `${String(body)}${String(aside ?? '')}`
  return text.length < maxUncheckedLength || gzipSync(text).length <= maxPageBytes
}
