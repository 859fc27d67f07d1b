import type { ErrorMessages, ResourceMessages, SchemaObject } from '../model/json-schema.ts'

/** Returns the platform's error messages for an invalid value. */
export function getValueMessages({ 'x-messages': messages }: SchemaObject): ErrorMessages | undefined {
  return messages === undefined || isOfResource(messages) ? undefined : messages
}

/** Returns the platform's error messages for a resource. */
export function getResourceMessages({ 'x-messages': messages }: SchemaObject): ResourceMessages {
  return messages !== undefined && isOfResource(messages) ? messages : {}
}

function isOfResource(messages: ErrorMessages | ResourceMessages): messages is ResourceMessages {
  return typeof messages !== 'string' && ('missing' in messages || 'taken' in messages)
}
