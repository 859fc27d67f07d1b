/** Keeps pages small: what has a page of its own is shown in place only as deep as there is room for it. */
import { gzipSync } from 'node:zlib'
import type { Page } from './page.ts'

/** Bytes, compressed, without the frame. */
const maxPageBytes = 9500
/** Markup of this length is compressed to less than that in any case. */
const surelySmall = 45_000
const depths = [3, 2, 1] as const

export function fitPage(write: (maxDepth: number) => Page): Page {
  const [first, ...others] = depths
  return others.reduce((page, maxDepth) => (isSmall(page) ? page : write(maxDepth)), write(first))
}

function isSmall({ body, aside }: Page): boolean {
  const text = `${String(body)}${String(aside ?? '')}`
  return text.length < surelySmall || gzipSync(text).length <= maxPageBytes
}
