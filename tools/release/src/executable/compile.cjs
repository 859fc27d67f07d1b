/** Runs the code once as it will run in the executable, and keeps what was compiled: node compile.cjs <folder> <arguments of the program>. */
const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

const [node, own, folder, ...given] = process.argv
process.argv = [node, own, ...given]

const read = (name) => readFileSync(join(folder, name))
const assets = {
  getAsset: (name) => read(name).toString('utf8'),
  getRawAsset: (name) => new Uint8Array(read(name)).buffer,
}
const script = new Script(read('main.js').toString('utf8'), { filename: 'main.js' })
process.once('exit', () => writeFileSync(join(folder, 'main.cache'), script.createCachedData()))
script.runInThisContext()((name) => (name === 'node:sea' ? assets : require(name)))
