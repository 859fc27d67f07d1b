import { expect, it } from 'vitest'
import { splitDescription } from './split-description.ts'

const statuses = ['202', '404', '422']

it('separates the summary, the conditions of errors and the details', () => {
  const description =
    'Creates a boat, e.g. a `v1.0 Yawl`. It floats at once. Fails with 422 if the name is taken.\n\nAlso fails with 422 for a long name, and with 404 if the berth does not exist.'
  expect(splitDescription(description, statuses)).toEqual({
    summary: 'Creates a boat, e.g. a `v1.0 Yawl`.',
    details: 'It floats at once.',
    conditions: new Map([
      ['422', ['Fails with 422 if the name is taken.', 'Fails with 422 for a long name, and with 404 if the berth does not exist.']],
      ['404', ['Fails with 422 for a long name, and with 404 if the berth does not exist.']],
    ]),
  })
})

it('keeps lists whole, and sentences with a status that is not documented', () => {
  const description = 'Sinks a boat. The harbor may return 503.\n\n- 404: no boat.\n- 422: no water.'
  expect(splitDescription(description, statuses)).toMatchObject({
    details: 'The harbor may return 503.\n\n- 404: no boat.\n- 422: no water.',
    conditions: new Map(),
  })
})
