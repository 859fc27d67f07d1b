/** Identifiers that are no longer used, by the standard term that replaces them. */
export const retiredNames: ReadonlyMap<string, string> = expand({
  'AccountContext, ctx, contextFor': 'World worldOf',
  'Handler, handlers, Family': 'Behavior behaviorOf FamilyBehavior',
  'claimNextJob, runPendingJobs, scheduleIn, scheduleAt, JobInfo': 'takeDue catchUp exactlyLater AboutDue dues',
  'middleware names: cors, hostGuard, authenticate, rateLimit':
    'answerPreflight refuseForeignHost identifyCaller applyLimits refuseUnread useTool',
  'matchFault, applyFault, previewFault': 'strike suffer foretell Strike',
  'isAlive, completeCreate, undoFailedCreate, fallback': 'vanish orElse boot lives',
  'ResourceHooks: parseCreate, listQuery, serialize, envelope': 'making beside besideAll told',
  'pendingSince, createEncryptor, Encryptor, delayResponse': 'waitsSince createSealer Sealer sealer settle',
  'a noun that says what it is': 'again anew Shelf keepWitness halveBody Asked Given Told Made Found Kept manys sought stated narrows',
})

/** Prefixes of names of bounds; the unit belongs into the name: `maxBodyBytes`. */
export const retiredPrefix = /^(?:most|least|longest|deepest)[A-Z]/

/** Phrases that are no longer written in documents, help texts and descriptions, by what replaces them. */
export const retiredPhrases: readonly (readonly [RegExp, string])[] = [
  [/\btold apart\b/i, '"distinguish"'],
  [/\b(?:is|are|be) had\b/i, '"available" or "exists"'],
  [/\b(?:comes?|came|coming) to be\b/i, '"is created"'],
  [/\bhas it that\b/i, '"says"'],
  [/\b(?:whoever|whosoever)\b/i, '"anyone who" or the role: user, caller, client'],
  [/(?<!\b(?:one|two|some|all|none|both|each|many|most) )\bof (?:which|whom)\b/i, 'a second sentence'],
  [/\b(?:mend|mends|mended)\b/i, '"fix"'],
  [/\banew\b/i, '"again"'],
  [/\bbeside\b(?! each)/i, '"next to", "in addition to" or "and"'],
  [/(?<!there )\bis no (?!longer|more|need|way|such|guarantee|limit|network|state)\w+/i, '"is not a …"'],
  [/\bas it were\b|\bthe only truth\b|\btold of\b/i, 'the plain statement'],
  [/\bstands? (?:once|there|in its place)\b/i, '"appears"'],
]

/** First words of doc comments that are not allowed. */
export const commentOpening = /^(?:What|How|Of|Whether|Where|As|By|Those|Who|Whoever|So|And|Which)\b/

/** First words of sentences that are not allowed in prose, outside of questions and headings. */
export const sentenceOpening = /^(?:What|Whoever|Who|Of|Those (?:that|who|of)|And|Which)\b/

function expand(byTerm: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(byTerm).flatMap(([term, names]) => names.split(' ').map((name) => [name, term])))
}
