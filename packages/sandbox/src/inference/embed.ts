/**
 * Vectors without a model: every three and four letters of a text, and every word, lean toward a direction of their own. Texts that
 * share words lie close together; texts that mean the same in other words do not, as nothing here understands.
 */

/** A part of a text, which is not cut out of it: a long text has a million. */
type Add = (text: string, from: number, to: number, weight: number) => void

/** A vector of length one. Vectors of two models have nothing to do with each other. Of tokens only the ids are known. */
export function embed(text: string | readonly number[], model: string, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions)
  const begun = hashOn(`${model}|`, 0, model.length + 1, 0x811c9dc5)
  const add: Add = (feature, from, to, weight) => {
    const hash = mix(hashOn(feature, from, to, begun))
    const at = (hash >>> 1) % dimensions
    sums[at] = (sums[at] ?? 0) + (hash & 1 ? weight : -weight)
  }
  const addWhole = (feature: string, weight: number) => add(feature, 0, feature.length, weight)
  if (typeof text === 'string') addText(text, add, addWhole)
  else for (const id of text) addWhole(`#${id}`, 1)
  // Two features that lean against each other in one direction can cancel out.
  if (sums.every((sum) => sum === 0)) addWhole(`=${String(text)}`, 1)
  const length = Math.hypot(...sums)
  return Float32Array.from(sums, (sum) => sum / length)
}

function addText(text: string, add: Add, addWhole: (feature: string, weight: number) => void): void {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  // Also a text without any word has a direction.
  addWhole(words.length === 0 ? `=${text}` : '', words.length === 0 ? 1 : 0.25)
  for (const word of words) {
    const padded = ` ${word} `
    addWhole(padded, 2)
    for (const size of [3, 4]) for (let at = 0; at + size <= padded.length; at += 1) add(padded, at, at + size, 1)
  }
}

/** Little-endian, whatever the machine. */
export function packVector(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4)
  return bytes.toString('base64')
}

/** FNV-1a, going on from what was hashed before. */
function hashOn(text: string, from: number, to: number, before: number): number {
  let hash = before
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** So that short texts spread too. */
function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
