/**
 * What was read again, with every part that is as before replaced by the one from before: generators remember by the object what they made of it.
 * `after` is changed for it. The order of keys is part of what an object says.
 */
export function shareUnchanged<Data>(before: unknown, after: Data): Data {
  if (!isParent(before) || !isParent(after) || Array.isArray(before) !== Array.isArray(after)) return after
  const earlier = Object.keys(before)
  const keys = Object.keys(after)
  let isSame = earlier.length === keys.length
  for (const [at, key] of keys.entries()) {
    const shared = shareUnchanged(before[key], after[key])
    if (shared !== after[key]) Object.assign(after, { [key]: shared })
    isSame &&= earlier[at] === key && shared === before[key]
  }
  return isSame ? (before as Data) : after
}

function isParent(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
