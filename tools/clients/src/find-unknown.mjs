/** Lists the paths of fields that the client does not know. It stores them in `additionalData`. */
export function findUnknown(value, path = '') {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => findUnknown(each, `${path}[]`)))]
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof ArrayBuffer) return []
  const { additionalData = {}, ...known } = value
  return [
    ...Object.keys(additionalData).map((name) => `${path}.${name}`),
    ...Object.entries(known).flatMap(([name, inner]) => findUnknown(inner, `${path}.${name}`)),
  ]
}
