import { createDigitalOceanClient, DigitalOceanApiKeyAuthenticationProvider } from '@digitalocean/dots'
export const x = createDigitalOceanClient
export const y = DigitalOceanApiKeyAuthenticationProvider
