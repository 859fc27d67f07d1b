/** Replies to `GET /` with a page that says what the mock is. */
import type { PrismHttpInstance } from '@stoplight/prism-http'

export function showHomePage(prism: PrismHttpInstance): void {
  const request = prism.request.bind(prism)
  prism.request = (input, operations, config) => {
    if (input.method !== 'get' || input.url.path !== '/' || config?.isProxy) return request(input, operations, config)
    const output = { statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: homePage }
    return () => Promise.resolve({ _tag: 'Right', right: { input, output, validations: { input: [], output: [] } } })
  }
}

const homePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Spindrift mock</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
  pre { overflow: auto; padding: .75rem 1rem; border: 1px solid #8886; border-radius: 6px; font-size: .875rem }
</style>
<h1>Spindrift mock</h1>
<p>Returns every documented response of the platform's API. It keeps no state and accepts any token.</p>
<pre>base=http://127.0.0.1:4010   # the address of this page
curl -H 'Authorization: Bearer any' $base/v2/volumes</pre>
<p>Select another response by its status and the name of its example:</p>
<pre>curl -H 'Authorization: Bearer any' -H 'Prefer: code=404, example=not_found' $base/v2/volumes</pre>
<p><code>spindrift-mock list volumes</code> lists the responses of volumes. An invalid request gets 422 with the violation in <code>message</code>.</p>
<p>Use <code>npx @spindrift/sandbox</code> for a server with state, and <code>npx @spindrift/reference</code> for the API reference.</p>
</html>
`
