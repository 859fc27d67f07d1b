/** Creates a row of a kind that is not in the specification, for tests of the store. */
export const boat = (id: string, more: object = {}) => ({ kind: 'Boat', id, text: JSON.stringify({ id, ...more }) })
