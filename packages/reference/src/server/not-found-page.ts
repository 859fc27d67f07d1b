/** What an unknown address shows. It does not repeat the address, so there is nothing to escape. */
export const notFoundPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Not found</title>
    <style>body { margin: 4rem auto; max-width: 40rem; padding: 0 1.5rem; font: 100%/1.55 system-ui, sans-serif }</style>
  </head>
  <body>
    <h1>There is no such page</h1>
    <p><a href="/">All APIs</a></p>
  </body>
</html>
`
