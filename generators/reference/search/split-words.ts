/** Texts as the words that are compared: their stems in lower case, `size_gigabytes` and `volumesCreate` whole and in parts. */
const skipped = new Set(
  'a an and are as at be by can do for from how i in into is it its my of on or that the this to what with you your'.split(' '),
)

export function splitWords(text: string): string[] {
  return [...splitParts(text), ...splitWholes(text), ...(text.match(/By[A-Z][a-z]+/g) ?? []).map((by) => by.toLowerCase())]
}

/** Names with a line in them, as they are. */
export function splitWholes(text: string): string[] {
  return (text.match(/[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)+/g) ?? []).map((whole) => whole.replaceAll('-', '_').toLowerCase())
}

export function splitParts(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .flatMap((word) => (word === '' || skipped.has(word) ? [] : [stem(word)]))
}

/** `volumes`, `resized` and `resizing` as `volume` and `resize`; what is left of a word need not be one. */
function stem(word: string): string {
  if (word.length < 4 || /ss$|us$|is$/.test(word)) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replace(/([aeiouy].*)(?:ed|ing)$/, '$1')
    .replace(/([^aeiouls])\1$/, '$1')
    .replace(/e$/, '')
}

/** What people call a thing or an act beside the words that the pages have for it. */
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

/** Whether it says what is done rather than what it is done to. */
export function isAct(word: string): boolean {
  return acts.has(word.toLowerCase())
}

/** Of a word as it was typed. */
export function listOthers(word: string): readonly string[] {
  return splitWords(others[word.toLowerCase()] ?? '')
}
