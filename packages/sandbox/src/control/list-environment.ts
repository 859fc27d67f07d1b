import type { SeededCredentials } from '../auth/seeded-credentials.ts'

/** The variables that point common clients here: the command line, Terraform, the SDKs, and clients of the inference API. */
export function listEnvironment(
  origin: string,
  { tokens, inference_key: key }: Pick<SeededCredentials, 'tokens' | 'inference_key'>,
): Readonly<Record<string, string>> {
  return {
    SPINDRIFT_BASE_URL: origin,
    SPINDRIFT_TOKEN: tokens.full,
    SPINDRIFT_MODEL_ACCESS_KEY: key,
    DIGITALOCEAN_API_URL: origin,
    DIGITALOCEAN_ACCESS_TOKEN: tokens.full,
    DIGITALOCEAN_TOKEN: tokens.full,
    OPENAI_BASE_URL: `${origin}/v1`,
    OPENAI_API_KEY: key,
  }
}
