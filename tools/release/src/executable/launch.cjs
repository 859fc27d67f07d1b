/** What Node runs of a single executable. The code's compiled form has what a first run compiled, which the cache that Node itself would put in has not. */
const { getAsset, getRawAsset } = require('node:sea')
const { Script } = require('node:vm')

const script = new Script(getAsset('main.js', 'utf8'), { filename: 'main.js', cachedData: new Uint8Array(getRawAsset('main.cache')) })
script.runInThisContext()(require)
