/** Base URL and token of the platform. In your app, the server sends a token to signed-in users. */
import type { ClientOptions } from '@spindrift/client'

declare global {
  interface Window {
    readonly platform: ClientOptions
  }
}

export const { platform } = window
