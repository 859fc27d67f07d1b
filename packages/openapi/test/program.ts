import { readDocument } from '@spindrift/openapi'

const control = await readDocument('control')
const droplets = control.paths['/v2/droplets']
console.log(control.openapi, droplets?.post?.operationId, droplets?.post?.security?.[1])
