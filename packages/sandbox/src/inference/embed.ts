/**
 * Vectors without a model: every three and four letters of a text, and every word, lean towards a direction of their own. Texts that
 * share words lie close together; texts that mean the same in other words do not, as nothing here understands.
 */

type Add = (feature: string, weight: number) => void

/** A vector of length one. Vectors of two models have nothing to do with each other. Of tokens only the ids are known. */
export function embed(text: string | readonly number[], model: string, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions)
  const add: Add = (feature, weight) => {
    const hash = hashText(`${model}|${feature}`)
    const at = hash % dimensions
    sums[at] = (sums[at] ?? 0) + (hashText(`${feature}|${model}`) & 1 ? weight : -weight)
  }
  if (typeof text === 'string') addText(text, add)
  else for (const id of text) add(`#${id}`, 1)
  // Two features that lean against each other in one direction can cancel out.
  if (sums.every((sum) => sum === 0)) add(`=${String(text)}`, 1)
  const length = Math.hypot(...sums)
  return Float32Array.from(sums, (sum) => sum / length)
}

function addText(text: string, add: Add): void {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  // Also a text without any word has a direction.
  add(words.length === 0 ? `=${text}` : '', words.length === 0 ? 1 : 0.25)
  for (const word of words) {
    add(` ${word} `, 2)
    const padded = ` ${word} `
    for (const size of [3, 4]) for (let at = 0; at + size <= padded.length; at += 1) add(padded.slice(at, at + size), 1)
  }
}

/** Little-endian, whatever the machine. */
export function packVector(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4)
  return bytes.toString('base64')
}

/** FNV-1a, and a last mixing so that short texts spread too. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
