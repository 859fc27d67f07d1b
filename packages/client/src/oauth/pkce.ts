/** Random values nobody can guess, and the challenge of RFC 7636, with what browsers, workers and Node have in common. */

/** 256 bits in base64url: 43 characters, as a code verifier needs at least. */
export function createSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

export async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
