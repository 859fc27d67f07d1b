/** Where the platform is and who asks. A page of yours gets a token from your server, when its user has signed in. */
import type { ClientOptions } from '@spindrift/client'

declare global {
  interface Window {
    readonly platform: ClientOptions
  }
}

export const { platform } = window
