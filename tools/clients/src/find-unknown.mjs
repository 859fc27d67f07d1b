/** Where in what this client has read there are fields that it does not know: it puts them aside, into `additionalData`. */
export function findUnknown(value, path = '') {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => findUnknown(each, `${path}[]`)))]
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof ArrayBuffer) return []
  const { additionalData = {}, ...known } = value
  return [
    ...Object.keys(additionalData).map((name) => `${path}.${name}`),
    ...Object.entries(known).flatMap(([name, inner]) => findUnknown(inner, `${path}.${name}`)),
  ]
}
