import { getSystemErrorMessage } from 'node:util'

/** Describes an error of the operating system in words, such as "no such file or directory". Returns the message of other errors. */
export function describeSystemError(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException
  return errno === undefined ? message : getSystemErrorMessage(errno)
}
