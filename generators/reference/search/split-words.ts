/** Splits text into search terms: lower-case stems, and compound names as a whole and in parts. */
const skipped = new Set(
  'a an and are as at be by can do for from how i in into is it its my of on or that the this to what with you your'.split(' '),
)

export function splitWords(text: string): string[] {
  return [...splitParts(text), ...splitWholes(text), ...(text.match(/By[A-Z][a-z]+/g) ?? []).map((by) => by.toLowerCase())]
}

/** Lists compound names with underscores or dashes. */
export function splitWholes(text: string): string[] {
  return (text.match(/[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)+/g) ?? []).map((compound) => compound.replaceAll('-', '_').toLowerCase())
}

export function splitParts(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .flatMap((word) => (word === '' || skipped.has(word) ? [] : [stem(word)]))
}

/** Reduces `volumes`, `resized` and `resizing` to a common stem. */
function stem(word: string): string {
  if (word.length < 4 || /ss$|us$|is$/.test(word)) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replace(/([aeiouy].*)(?:ed|ing)$/, '$1')
    .replace(/([^aeiouls])\1$/, '$1')
    .replace(/e$/, '')
}

/** Synonyms of the words that the pages use. */
const others: Readonly<Record<string, string>> = {
  add: 'create',
  new: 'create',
  make: 'create',
  launch: 'create start',
  remove: 'delete',
  destroy: 'delete',
  drop: 'delete',
  show: 'get',
  read: 'get',
  fetch: 'get',
  edit: 'update change',
  modify: 'update change',
  change: 'update',
  set: 'update',
  rename: 'update',
  all: 'list every',
  tagged: 'ByTag',
  vm: 'droplet',
  server: 'droplet',
  instance: 'droplet',
  machine: 'droplet',
  k8s: 'kubernetes',
  db: 'database',
  lb: 'balancer',
  cert: 'certificate',
  dns: 'domain',
  disk: 'volume',
  rotate: 'regenerate reset renew',
  regenerate: 'rotate',
  pagination: 'paging page',
  auth: 'authentication token',
  login: 'credentials authentication',
}

const acts = new Set([
  ...'add new make launch remove destroy drop show read fetch edit modify change set rename rotate regenerate'.split(' '),
  ...'create delete get list update replace start stop run reset'.split(' '),
])

/** True for verbs. */
export function isAct(word: string): boolean {
  return acts.has(word.toLowerCase())
}

/** Lists the synonyms of a word. */
export function listOthers(word: string): readonly string[] {
  return splitWords(others[word.toLowerCase()] ?? '')
}
