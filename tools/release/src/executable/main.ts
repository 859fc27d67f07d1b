#!/usr/bin/env node
/** `pnpm executable`: the sandbox as one file for this system, into tools/release/dist. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../pack-packages.ts'
import { makeExecutable } from './make-executable.ts'

const file = await makeExecutable(join(root, 'tools/release/dist'))
console.log(JSON.stringify({ file, megabytes: Math.round(statSync(file).size / 100_000) / 10 }))
