import { defineConfig } from '@playwright/test'

const port = 4029

/** Playwright starts the sandbox, waits until it is ready, and stops it. Add your application as another `webServer` with SPINDRIFT_BASE_URL. */
export default defineConfig({
  webServer: {
    command: `spindrift-sandbox start --port ${port} --action-seconds 0 --rate-limits off`,
    url: `http://127.0.0.1:${port}/_sandbox/ready`,
  },
  use: { baseURL: `http://127.0.0.1:${port}` },
})
