import type { Rule } from './rules.ts'

/** What differs between any two accounts, or between any account and a sandbox. */
export const defaultRules = [
  { operation: 'account_get', path: 'account.**', kind: 'value', reason: 'Limits, names and standing are those of the account.' },
  { operation: '*', path: 'ratelimit-*', kind: 'header', reason: 'Proxies in between may take these headers away.' },
  {
    operation: 'billing*',
    path: '**',
    kind: ['value', 'missing', 'extra', 'order'],
    reason: 'What is owed follows from what the account had before.',
  },
  {
    operation: 'monitoring_*',
    path: 'data.**',
    kind: ['value', 'missing', 'extra', 'order'],
    reason: 'Measurements are of real machines; nothing runs here.',
  },
  { operation: '*', path: '**features', kind: 'order', reason: 'The order of features means nothing, and the platform changes it.' },
  { operation: 'chat_*', path: '**', kind: ['value', 'extra', 'missing'], reason: 'Models answer by rule here.' },
  { operation: 'responses_*', path: '**', kind: ['value', 'extra', 'missing'], reason: 'Models answer by rule here.' },
  { operation: 'messages_*', path: '**', kind: ['value', 'extra', 'missing'], reason: 'Models answer by rule here.' },
  { operation: 'embeddings_*', path: '**', kind: 'value', reason: 'Vectors follow from the text by rule here.' },
  {
    operation: 'domains*',
    path: '**zone_file',
    kind: 'value',
    reason: 'Its first line has a serial number, which is the moment of the last change.',
  },
] as const satisfies readonly Rule[]
