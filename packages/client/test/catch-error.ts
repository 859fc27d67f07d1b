import { expect } from 'vitest'

/** Returns the error of a rejected promise; fails the test if it resolves or the class differs. */
export async function catchError<ErrorType extends Error = Error>(
  promise: PromiseLike<unknown>,
  type: abstract new (...given: never[]) => ErrorType = Error as never, // any error is one
): Promise<ErrorType> {
  const error = await Promise.resolve(promise).then(
    () => expect.fail('It was fulfilled and should have been rejected.'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(type)
  return error as ErrorType
}
