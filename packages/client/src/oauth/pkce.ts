/** Random secrets and the PKCE challenge (RFC 7636), with Web Crypto only. */

/** Creates 256 random bits in base64url: 43 characters, the minimum of a code verifier. */
export function createSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

export async function createChallenge(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
