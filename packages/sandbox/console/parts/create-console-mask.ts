/** Masks secrets in the console, with the list of the request log. */
import { createSecretMask, type SecretMask } from '../../src/generated/mask-secrets.ts'
import { secretProperties } from '../../src/generated/secrets.ts'

/** @param onMask called for each masked secret */
export function createConsoleMask(onMask: () => void = () => undefined): SecretMask {
  return createSecretMask(secretProperties, () => {
    onMask()
    return '••••••••'
  })
}
