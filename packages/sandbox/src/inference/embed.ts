/**
 * Vectors without a model: every three and four letters of a text, and every word, lean toward a direction of their own. Texts that
 * share words lie close together; texts that mean the same in other words do not, as nothing here understands.
 */

/** What a feature leans toward, by its hash. */
type Add = (hash: number, weight: number) => void

/** A vector of length one. Vectors of two models have nothing to do with each other. Of tokens only the ids are known. */
export function embed(text: string | readonly number[], model: string, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions)
  const begun = hashText(`${model}|`, 0x811c9dc5)
  const add: Add = (hash, weight) => {
    const mixed = mix(hash)
    const at = (mixed >>> 1) % dimensions
    sums[at] = (sums[at] ?? 0) + (mixed & 1 ? weight : -weight)
  }
  if (typeof text === 'string') addText(text, begun, add)
  else for (const id of text) add(hashText(`#${id}`, begun), 1)
  // Two features that lean against each other in one direction can cancel out.
  if (sums.every((sum) => sum === 0)) add(hashText(`=${String(text)}`, begun), 1)
  const length = Math.hypot(...sums)
  return Float32Array.from(sums, (sum) => sum / length)
}

const blank = 0x20

function addText(text: string, begun: number, add: Add): void {
  const letters = readLetters(text.normalize('NFKC').toLowerCase())
  // Also a text without any word has a direction.
  if (letters.every((letter) => letter === blank)) return add(hashText(`=${text}`, begun), 1)
  add(begun, 0.25)
  for (let at = 1; at < letters.length; at += 1) {
    if (letters[at] === blank || letters[at - 1] !== blank) continue
    const end = letters.indexOf(blank, at)
    addWord(letters, at - 1, end + 1, begun, add)
    at = end
  }
}

/** A word with the blanks around it. What goes on from a shorter part is not hashed anew: a long text has a million of them. */
function addWord(letters: Uint16Array, from: number, to: number, begun: number, add: Add): void {
  let whole = begun
  for (let at = from; at < to; at += 1) whole = hashOn(whole, letters[at] ?? blank)
  add(whole, 2)
  for (let at = from; at + 3 <= to; at += 1) {
    const three = hashOn(hashOn(hashOn(begun, letters[at] ?? blank), letters[at + 1] ?? blank), letters[at + 2] ?? blank)
    add(three, 1)
    if (at + 4 <= to) add(hashOn(three, letters[at + 3] ?? blank), 1)
  }
}

/** Its words, with blanks before, after and for all between them. */
function readLetters(text: string): Uint16Array {
  const isPlain = !/[^\0-\x7f]/.test(text)
  const words = isPlain ? text : (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
  const letters = new Uint16Array(words.length + 2).fill(blank)
  for (let at = 0; at < words.length; at += 1) {
    const letter = words.charCodeAt(at)
    if (!isPlain || isLetter(letter)) letters[at + 1] = letter
  }
  return letters
}

/** Or a digit: of ASCII, in lower case. */
const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)

/** Little-endian, whatever the machine. */
export function packVector(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4)
  return bytes.toString('base64')
}

/** FNV-1a, going on from what was hashed before. */
const hashOn = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)

function hashText(text: string, before: number): number {
  let hash = before
  for (let at = 0; at < text.length; at += 1) hash = hashOn(hash, text.charCodeAt(at))
  return hash
}

/** So that short texts spread too. */
function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
