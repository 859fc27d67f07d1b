/** American spelling, in prose, in names and in the specification. */

const endings = 'ae?|ed|er|ers|es|e|ing|ation|ations'
/** Verbs in -ize; those that no American spells so (promise, advise, exercise) are not among them. */
const verbs =
  'amort|apolog|author|capital|categor|central|character|custom|emphas|equal|final|general|initial|item|local|material|maxim|memor|minim|modern|normal|optim|organ|parallel|personal|popular|priorit|random|real|recogn|sanit|serial|special|stabil|standard|summar|synchron|token|util|virtual|visual'
const british = new RegExp(
  [
    String.raw`\b(?:un|re|de)?(?:${verbs})is(?:${endings})\b`,
    String.raw`\b(?:anal|paral|catal)ys(?:ed?|es|ing)\b`,
    String.raw`\b(?:arm|behavi|col|endeav|fav|flav|hon|hum|lab|neighb|rum|sav)our\w*`,
    String.raw`\b(?:cent|fib|lit|met|theat)res?\b`,
    String.raw`\b(?:defence|offence|licence|judgement|fulfil|enrol|artefact|catalogue|practis(?:e[ds]?|ing)|grey|learnt|spelt|burnt|whilst|amongst|towards)s?\b`,
  ].join('|'),
  'gi',
)

/** One sentence for each word that is spelled otherwise. */
export function checkSpelling(file: string, text: string): string[] {
  return [...text.matchAll(british)].map(
    ({ 0: word, index }) => `${file}:${text.slice(0, index).split('\n').length}: "${word}" is not American spelling.`,
  )
}
