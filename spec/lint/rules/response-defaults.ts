/** A response has no `default`s: what the server sends is there, and what it does not send has no value. */
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'

export const responseDefaults: Rule = () => ({
  Response: {
    Schema(schema, context) {
      if (!('default' in schema)) return
      const mend = 'Take it away; when a request uses the schema too, write one for each.'
      report(context, { expected: 'a schema that a response uses to have no `default`', came: JSON.stringify(schema['default']), mend }, context.location.child('default').key())
    },
  },
})
