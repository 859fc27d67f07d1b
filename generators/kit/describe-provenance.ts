import type { Provenance } from '../model/json-schema.ts'

/** Label of each source, for badges and before notes. See docs/specification.md. */
export const provenanceLabels: Readonly<Record<Provenance['from'], string>> = {
  seed: 'Project rule',
  observed: 'Observed',
  client: 'From clients',
  document: 'Public document',
  ours: 'Our decision',
}

/** True for an operation that only clients know. It may change without a deprecation. */
export function isUndocumented(provenance: Provenance | undefined): boolean {
  return provenance?.from === 'client'
}

/** Sentences about an undocumented operation, for comments and descriptions. */
export const undocumentedNotice = 'Undocumented: official clients use it, but the public documentation omits it. It may change.'

/** Renders a provenance as Markdown: the label and the note. */
export function renderProvenance({ from, note }: Provenance): string {
  return `**${provenanceLabels[from]}:** ${note}`
}
