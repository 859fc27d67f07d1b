/** Places of a specification that can contain text, with a function to insert it. */
import type { LoadedBundles } from '../../model/load-bundles.ts'
import { change, type Loose } from '../../kit/testing/change.ts'

export interface InjectionPoint {
  readonly name: string
  /** Valid value, whose output is compared with that of hostile texts. */
  readonly harmless: string
  readonly insert: (bundles: LoadedBundles, text: string) => LoadedBundles
}

type Edit = (text: string, control: Loose, sources: Record<string, Loose>, inference: Loose) => void

const list = (control: Loose) => control.paths['/v2/boats'].get
const create = (control: Loose) => control.paths['/v2/boats'].post
const schema = (control: Loose, name = 'Boat') => control.components.schemas[name]
const property = (control: Loose, name = 'name') => schema(control).properties[name]
const flag = (control: Loose) => list(control).parameters[1]

const rename = (object: Record<string, unknown>, from: string, to: string) => {
  const value = object[from]
  delete object[from]
  // Assigning to `__proto__` would set the prototype, where a parsed document has a plain key.
  Object.defineProperty(object, to, { value, enumerable: true, configurable: true, writable: true })
}

const edits: Readonly<Record<string, readonly [harmless: string, edit: Edit]>> = {
  'info title': ['Harbour', (text, control) => (control.info.title = text)],
  'info version': ['2.0.0', (text, control) => (control.info.version = text)],
  'info description': ['Boats.', (text, control) => (control.info.description = text)],
  'server URL': ['https://api.spindrift.example', (text, control) => (control.servers[0].url = text)],
  'server description': ['Here.', (text, control) => (control.servers[0].description = text)],
  'server variable': ['https://api.spindrift.example', (text, control) => (control.servers[0].variables.base_url.default = text)],
  'tag name': [
    'Ships',
    (text, control) => {
      control.tags[0].name = text
      for (const item of Object.values<Loose>(control.paths))
        for (const verb of ['get', 'post', 'put', 'patch', 'delete']) if (item[verb]?.tags[0] === 'Boats') item[verb].tags = [text]
    },
  ],
  'tag description': ['Ships.', (text, control) => (control.tags[0].description = text)],
  path: [
    '/v2/ships',
    (text, control, sources) => {
      rename(control.paths, '/v2/boats', text)
      rename(sources, 'GET /v2/boats', `GET ${text}`)
      rename(sources, 'POST /v2/boats', `POST ${text}`)
    },
  ],
  'path segment': [
    'ships',
    (text, control, sources) => {
      rename(control.paths, '/v2/boats', `/v2/${text}`)
      rename(sources, 'GET /v2/boats', `GET /v2/${text}`)
      rename(sources, 'POST /v2/boats', `POST /v2/${text}`)
    },
  ],
  operationId: ['boats_register', (text, control) => (create(control).operationId = text)],
  'end of an operationId': ['register', (text, control) => (create(control).operationId = `boats_${text}`)],
  summary: ['List them', (text, control) => (list(control).summary = text)],
  'operation description': ['All of them.', (text, control) => (list(control).description = text)],
  'second line of a description': ['More.', (text, control) => (list(control).description = `All.\n\n${text}`)],
  'x-provenance note': ['We chose so.', (text, control) => (create(control)['x-provenance'] = { from: 'ours', note: text })],
  'x-effect schema': ['Boat', (text, control) => (list(control)['x-effect'] = { lists: text })],
  'x-effect by': ['flag', (text, control) => (list(control)['x-effect'] = { lists: 'Boat', by: [text] })],
  'x-effect computes': ['from the sea', (text, control) => (list(control)['x-effect'] = { computes: text })],
  'type of a started action': ['move', (text, control) => (control.paths['/v2/boats/{boat_id}'].patch['x-effect'].starts.types = [text])],
  'duration of a started action': [
    'PT1S',
    (text, control) => (control.paths['/v2/boats/{boat_id}'].patch['x-effect'].starts.duration = text),
  ],
  'x-rate-limit name': ['ships', (text, control) => (list(control)['x-rate-limit'].name = text)],
  'x-rate-limit window': ['PT1H', (text, control) => (list(control)['x-rate-limit'].window = text)],
  'fine-grained scope': ['boat:look', (text, control) => (list(control).security[1].personalAccessToken = [text])],
  'x-tool name': ['list_ships', (text, _control, _sources, inference) => (inference.paths['/v1/signals'].post['x-tool'].name = text)],
  'x-tool calls': ['boats_get', (text, _control, _sources, inference) => (inference.paths['/v1/signals'].post['x-tool'].calls = text)],
  'x-tool argument': [
    'other',
    (text, _control, _sources, inference) => rename(inference.paths['/v1/signals'].post['x-tool'].arguments, 'page', text),
  ],
  'x-tool argument target': [
    'query.other',
    (text, _control, _sources, inference) => (inference.paths['/v1/signals'].post['x-tool'].arguments.page = text),
  ],
  'security scope': ['look', (text, control) => (create(control).security[0].oauth2 = [text])],
  'security scheme name': [
    'oauth3',
    (text, control) => (
      rename(create(control).security[0], 'oauth2', text),
      rename(control.components.securitySchemes, 'oauth2', text),
      (control.security = [])
    ),
  ],
  'security scheme description': ['Ask.', (text, control) => (control.components.securitySchemes.oauth2.description = text)],
  'query parameter name': ['banner', (text, control) => (flag(control).name = text)],
  'header parameter name': ['X-Other', (text, control) => (list(control).parameters[2].name = text)],
  'path parameter name': [
    'ship_id',
    (text, control, sources) => {
      const [before, after] = ['/v2/berths/{berth}/chart', `/v2/berths/{${text}}/chart`]
      rename(control.paths, before, after)
      rename(sources, `GET ${before}`, `GET ${after}`)
      control.paths[after].get.parameters[0].name = text
    },
  ],
  'parameter place': ['header', (text, control) => (flag(control).in = text)],
  'parameter description': ['Flags.', (text, control) => (flag(control).description = text)],
  'parameter example': ['se', (text, control) => (list(control).parameters[2].example = text)],
  'parameter default': ['trace-2', (text, control) => (list(control).parameters[2].schema.default = text)],
  'parameter pattern': ['^a$', (text, control) => (list(control).parameters[2].schema.pattern = text)],
  'parameter enum': ['fi', (text, control) => (flag(control).schema.items.enum[0] = text)],
  'response status': ['203', (text, control) => rename(list(control).responses, '200', text)],
  'response description': ['All.', (text, control) => (list(control).responses['200'].description = text)],
  'response header name': ['x-other', (text, control) => rename(list(control).responses['200'].headers, 'ratelimit-limit', text)],
  'response header description': [
    'A number.',
    (text, control) => (list(control).responses['200'].headers['ratelimit-limit'].description = text),
  ],
  'response media type': ['application/xml', (text, control) => rename(list(control).responses['200'].content, 'application/json', text)],
  'body media type': ['application/xml', (text, control) => rename(create(control).requestBody.content, 'application/json', text)],
  'example name': ['Yacht', (text, control) => rename(create(control).requestBody.content['application/json'].examples, 'Sailing', text)],
  'example component name': [
    'Page2',
    (text, control) => (
      rename(control.components.examples, 'BoatPage', text),
      (list(control).responses['200'].content['application/json'].examples = {
        One: { $ref: `#/components/examples/${text.replaceAll('~', '~0').replaceAll('/', '~1')}` },
      })
    ),
  ],
  'example summary': [
    'A yacht',
    (text, control) => (create(control).requestBody.content['application/json'].examples.Sailing.summary = text),
  ],
  'example value': [
    'Gull',
    (text, control) => (create(control).requestBody.content['application/json'].examples.Sailing.value.name = text),
  ],
  'example key': [
    'sails',
    (text, control) => rename(create(control).requestBody.content['application/json'].examples.Sailing.value, 'masts', text),
  ],
  'example reference': [
    '#/components/examples/BoatPage',
    (text, control) => (list(control).responses['200'].content['application/json'].examples.BoatPage.$ref = text),
  ],
  'schema name': [
    'Sailor',
    (text, control, sources) => {
      rename(control.components.schemas, 'Person', text)
      rename(sources, 'schemas/Person', `schemas/${text}`)
      property(control, 'crew').items.allOf[0].$ref = `#/components/schemas/${text}`
    },
  ],
  'schema reference': ['#/components/schemas/Meta', (text, control) => (schema(control, 'BoatList').properties.meta.$ref = text)],
  'end of a schema reference': [
    'Meta',
    (text, control) => (schema(control, 'BoatList').properties.meta.$ref = `#/components/schemas/${text}`),
  ],
  'schema title': ['Ship', (text, control) => (schema(control).title = text)],
  'schema description': ['A ship.', (text, control) => (schema(control).description = text)],
  'schema keyword': ['title', (text, control) => Object.defineProperty(property(control), text, { value: 'x', enumerable: true })],
  'schema type': ['integer', (text, control) => (property(control).type = text)],
  'schema x-resource': ['do:ship:{id}', (text, control) => (schema(control)['x-resource'].urn = text)],
  'schema x-lifecycle': ['at_sea', (text, control) => (schema(control)['x-lifecycle'].initial = text)],
  'property name': ['hull', (text, control) => rename(schema(control).properties, 'call-sign', text)],
  'parameter and property name of a form': [
    'word',
    (text, _control, _sources, inference) =>
      rename(inference.paths['/v1/token'].post.requestBody.content['application/x-www-form-urlencoded'].schema.properties, 'code', text),
  ],
  'required name': ['state', (text, control) => schema(control).required.push(text)],
  'property description': ['On the stern.', (text, control) => (property(control).description = text)],
  'property description beside a reference': [
    'How many.',
    (text, control) => (schema(control, 'BoatList').properties.meta.description = text),
  ],
  'property default': ['Gull', (text, control) => (property(control).default = text)],
  'property default, as a key': ['hull', (text, control) => (property(control, 'log').default = JSON.parse(`{${JSON.stringify(text)}:1}`))],
  'property example': ['Gull', (text, control) => (property(control).examples = [text])],
  'property enum': ['sunk', (text, control) => (property(control, 'state').enum = ['at_sea', text])],
  'property const': ['motor', (text, control) => (schema(control, 'MotorBoatCreate').properties.kind.const = text)],
  'property const, as a key': ['hull', (text, control) => (property(control, 'log').const = JSON.parse(`{${JSON.stringify(text)}:1}`))],
  'property pattern': ['^b$', (text, control) => (property(control).pattern = text)],
  'property format': ['uri', (text, control) => (property(control).format = text)],
  'property x-provenance note': ['So.', (text, control) => (property(control)['x-provenance'] = { from: 'ours', note: text })],
  'discriminator property': ['kind', (text, control) => (schema(control, 'BoatCreate').discriminator.propertyName = text)],
  'discriminator value': ['yacht', (text, control) => rename(schema(control, 'BoatCreate').discriminator.mapping, 'sailing', text)],
  'discriminator reference': [
    '#/components/schemas/SailingBoatCreate',
    (text, control) => (schema(control, 'BoatCreate').discriminator.mapping.sailing = text),
  ],
  'document name': ['sailors', (text, _control, sources) => (sources['schemas/Person'].file = `control/${text}.yaml`)],
  'pointer in a document': ['/x', (text, _control, sources) => (sources['GET /v2/boats'].pointer = text)],
}

/** The API name is the name of its bundle. */
const apiName: InjectionPoint = {
  name: 'API name',
  harmless: 'harbour',
  insert: ({ documents, sources }, text) => ({
    documents: documents.map((each) => (each.api === 'inference' ? { ...each, api: text } : each)),
    sources: Object.fromEntries(Object.entries(sources).map(([api, index]) => [api === 'inference' ? text : api, index])),
  }),
}

export const injectionPoints: readonly InjectionPoint[] = [
  ...Object.entries(edits).map(([name, [harmless, edit]]): InjectionPoint => ({
    name,
    harmless,
    insert: (bundles, text) => change(bundles, (control, sources, inference) => edit(text, control, sources, inference)),
  })),
  apiName,
]
