/** Page for unknown URLs. It does not repeat the URL, so there is nothing to escape. */
export const notFoundPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Not found</title>
    <link rel="stylesheet" href="/assets/style.css" />
  </head>
  <body class="alone">
    <h1>Page not found</h1>
    <p><a href="/">All APIs</a></p>
  </body>
</html>
`
