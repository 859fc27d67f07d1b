/** The error that a promise rejects with; a failed test when it does not. */
export async function catchError(promise: PromiseLike<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error) return error
    throw new TypeError(`Rejected with ${typeof error}, which is not an error.`, { cause: error })
  }
  throw new Error('It was fulfilled and should have been rejected.')
}
