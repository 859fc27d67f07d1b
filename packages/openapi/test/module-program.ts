import oauth from '@spindrift/openapi/oauth.json' with { type: 'json' }
import plain from '@spindrift/openapi/plain/oauth.json' with { type: 'json' }
import lifecycle from '@spindrift/openapi/extensions/x-lifecycle.json' with { type: 'json' }

console.log(oauth.info.title === plain.info.title, lifecycle.title)
