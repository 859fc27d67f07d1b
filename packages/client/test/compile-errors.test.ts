/** A mistake in a call gives one compile error, which names the field. */
import { expect, test } from 'vitest'
import { checkTypes } from '@spindrift/testing/check-types'

const cases: Readonly<Record<string, string>> = {
  "cloud.volumes.create({ name: 'a', regoin: 'nyc3', size_gigabytes: 1 })": "'regoin' does not exist in type 'VolumeCreate",
  "cloud.volumes.create({ name: 'a', region: 'nyc3', size_gigabytes: '1' })": "Type 'string' is not assignable to type 'number'",
  "cloud.projects.update('a', { nam: 'x' })": "'nam' does not exist in type",
  "cloud.droplets.create({ name: 'a', size: 's', image: 'u', regoin: 'nyc3' })": "'regoin' does not exist in type",
  "cloud.chat.completions.create({ model: 'm', mesages: [] })": "'mesages' does not exist in type 'ChatCompletionCreate",
  "cloud.droplets.list({ tagname: 'x' })": "'tagname' does not exist in type",
  'cloud.droplets.list({ timeoutMs: 5 })': "'timeoutMs' does not exist in type",
  "cloud.droplets.actions.resize(1, { slug: 's-2vcpu-4gb' })": "'slug' does not exist in type",
}

test('each mistake gives one error, which names the field', () => {
  const lines = Object.keys(cases).map((code) => `void ${code}\n`)
  const program = `import { createCloud } from '@spindrift/client'\nconst cloud = createCloud()\n${lines.join('')}`
  const errors = checkTypes({ 'mistakes.ts': program })
  const at = errors.map((error) => error.split(':')[1])
  expect(at).toEqual(Object.keys(cases).map((_, index) => String(index + 3)))
  expect(errors).toEqual(Object.values(cases).map((text) => expect.stringContaining(text)))
})
