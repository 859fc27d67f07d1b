/** One place that breaks a rule. */
export interface Finding {
  readonly rule: Rule
  readonly file: string
  readonly line: number
  readonly found: string
}

/** Advice for each rule, printed below its findings. */
export const fixes = {
  spelling: 'Correct the word (American English). If it is a name or a technical term, add it to tools/prose/words.txt.',
  'doc comment opening':
    'Begin with a noun or a verb in the third person: "Parses …", "Limit of …". Delete a comment that repeats the name.',
  'retired name': 'Use the standard term: src/retired-names.ts names a replacement for each.',
  'read or write without I/O':
    'Name it after what it does: `parse…` or `normalize…` instead of `read…`, `format…` or `render…` instead of `write…`.',
  'sentence length': 'Split the sentence: one idea each.',
  'sentence opening': 'Begin with the subject: the product, "you", or a verb in the imperative.',
  'retired phrase': 'Use plain words: src/retired-names.ts names a replacement for each phrase.',
  'README length': 'Move details to a guide in packages/reference/guides.',
} as const

export type Rule = keyof typeof fixes
