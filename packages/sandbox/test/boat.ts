/** What tests of the store keep: an object of a kind that no specification has. */
export const boat = (id: string, more: object = {}) => ({ kind: 'Boat', id, text: JSON.stringify({ id, ...more }) })
