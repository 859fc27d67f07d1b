import { describe, expect, it } from 'vitest'
import { loadTinyBundles, loadTinyModel } from '../kit/tiny-spec/load-tiny-spec.ts'
import { change, type Loose } from '../kit/testing/change.ts'
import { compile, expectFindings } from '../kit/testing/compile.ts'
import { expectGolden, listGolden, updateHint } from '../kit/testing/golden.ts'
import { buildModel } from '../model/build-model.ts'
import type { Source } from '../model/api-model.ts'
import { SpecError } from '../model/spec-error.ts'
import { generateClient } from './generate.ts'

const golden = new URL('golden/', import.meta.url)

function createFile(name: string, bundles = loadTinyBundles()): string {
  return generateClient(buildModel(bundles)).find(({ path }) => path.endsWith(`/${name}`))?.text ?? ''
}

/** Splits the only action into several, distinguished by type. */
function startActions(control: Loose, sources: Record<string, Source>): void {
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const form = (type: object, fields: object = {}, required: string[] = []) => ({
    description: 'Does it.',
    type: 'object',
    required: ['type', ...required],
    properties: { type, ...fields },
  })
  const text = { type: 'string', description: 'Which.', examples: ['a1'] }
  Object.assign(control.components.schemas, {
    Move: {
      description: 'What to do.',
      oneOf: [refTo('BoatSimple'), refTo('BoatMove'), refTo('BoatPaint')],
      discriminator: { propertyName: 'type' },
    },
    BoatSimple: form({
      type: 'string',
      enum: ['haul_out', 'launch'],
      description: '`haul_out` puts it ashore. `launch` puts it back.',
    }),
    BoatMove: form({ const: 'move', description: 'Always `move`.' }, { berth: text }, ['berth']),
    BoatPaint: form({ const: 'paint', description: 'Always `paint`.' }, { color: text }),
  })
  for (const name of ['BoatSimple', 'BoatMove', 'BoatPaint']) sources[`schemas/${name}`] = sources['schemas/Move']!
  control.paths['/v2/boats/{boat_id}'].patch.operationId = 'boats_actions_create'
}

describe('generateClient', { timeout: 60_000 }, () => {
  it(`generates the goldens of the tiny specification; ${updateHint}`, async () => {
    await expectGolden(golden, generateClient(loadTinyModel()))
  })

  it('generates files that compile against the hand-written client', () => {
    expect(listGolden(golden)).not.toEqual([])
    expect(compile(listGolden(golden))).toEqual([])
  })

  it('generates calls that a program can make', () => {
    const samples = [
      { input: 'export const name: Promise<string> = cloud.boats.get({ path: { boat_id: 7 } }).then((boat) => boat.name)', expected: 0 },
      { input: 'export const boats = cloud.boats.list()', expected: 0 },
      { input: 'export const boat = cloud.boats.get()', expected: 1 },
      { input: "export const boat = cloud.boats.get({ path: { boat_id: 'x' } })", expected: 1 },
      { input: 'export const gone: Promise<number> = cloud.boats.delete({ path: { boat_id: 7 } })', expected: 1 },
    ]
    const head = "import type { CloudFamilies } from './cloud.ts'\ndeclare const cloud: CloudFamilies"
    expectFindings(golden, head, samples)
  })

  it('includes the special features of an operation in its row', () => {
    const text = createFile('signals.ts')
    expect(text).toContain("exchange: ['POST', { open: true, form: true }],")
    expect(text).toContain("listen: 'GET /signals/stream',")
  })

  it('finds the API by the start of a path', () => {
    const text = createFile('paths.ts')
    expect(text).toContain("apiPrefixes: Readonly<Record<string, string>> = {\n  '/v1/': 'inference',\n}")
    expect(text).toContain("pathFacts: Readonly<Record<string, OperationFacts>> = {\n  '/v1/token': { open: true, form: true },\n}")
  })

  it('stores path prefixes that are as long as needed to distinguish APIs, and rejects equal paths', () => {
    const move = (path: string) =>
      change(loadTinyBundles(), (control, sources) => {
        control.paths[path] = { post: control.paths['/v2/boats'].post }
        delete control.paths['/v2/boats'].post
        sources[`POST ${path}`] = sources['POST /v2/boats']!
      })
    expect(createFile('paths.ts', move('/v1/boats'))).toContain(
      "'/v1/signals': 'inference',\n  '/v1/signals/': 'inference',\n  '/v1/token': ",
    )
    expect(() => createFile('paths.ts', move('/v1/signals-of-boats'))).toThrow('a path of another API starts with /v1/signals.')
  })

  it('generates a method called new as a method', () => {
    const text = createFile(
      'boats.ts',
      change(loadTinyBundles(), (control) => {
        control.paths['/v2/boats/{boat_id}'].delete.operationId = 'boats_new'
      }),
    )
    expect(text).toContain("'new'(boat_id: number | BoatsNewRequest")
  })

  it('generates a signature for each body form that decides the reply, and one for their union', () => {
    const text = createFile('signals.ts', loadTinyBundles())
    expect(text).toContain(
      "create(request: SignalsCreateRequest<Signal & { stream?: false | null }> | SignalsCreateRequest<Signal & { stream?: false | null }>['body'], options?: CallOptions): Call<Signal>\n",
    )
    expect(text).toContain(
      "create(request: SignalsCreateRequest<Signal & { stream: true }> | SignalsCreateRequest<Signal & { stream: true }>['body'], options?: CallOptions): Call<string>\n",
    )
    expect(text).toContain(
      "create(request: SignalsCreateRequest | SignalsCreateRequest['body'], options?: CallOptions): Call<Signal | string>\n",
    )
  })

  it('replaces create by a method for each action type, which takes the fields of its form', () => {
    const text = createFile('boats.ts', change(loadTinyBundles(), startActions))
    expect(text).toContain("import { addVerbs } from '../add-verbs.ts'\n")
    expect(text).toContain('return bindFamily(boatsTable, createTransport(options), addWaits, addDeprecation, addVerbs)')
    expect(text).toContain("verbs: { haul_out: '', launch: '', move: 'body', paint: 'body' } }],")
    expect(text).toContain(
      '     * `launch` puts it back.\n     *\n     * Scope: `read`. [Reference](http://127.0.0.1:4040/control/boats/actions/create.html)\n     * @example await cloud.boats.actions.launch(7)\n     */\n    launch(boat_id: number, options?: ActionCallOptions): ActionCall<Boat>\n',
    )
    expect(text).toContain("    move(boat_id: number, body: Omit<BoatMove, 'type'>, options?: ActionCallOptions): ActionCall<Boat>\n")
    expect(text).toContain("    paint(boat_id: number, body?: Omit<BoatPaint, 'type'>, options?: ActionCallOptions): ActionCall<Boat>\n")
  })

  it('puts the parameters that select the targets of an action first', () => {
    const bundles = change(loadTinyBundles(), (control, sources) => {
      startActions(control, sources)
      const { patch, ...item } = control.paths['/v2/boats/{boat_id}']
      control.paths['/v2/boats/{boat_id}'] = item
      const flag = { name: 'flag', in: 'query', required: true, description: 'Whose.', example: 'se', schema: { type: 'string' } }
      control.paths['/v2/fleet'] = { patch: { ...patch, operationId: 'boats_actions_createByFlag', parameters: [flag] } }
      sources['PATCH /v2/fleet'] = sources['PATCH /v2/boats/{boat_id}']!
    })
    const text = createFile('boats.ts', bundles)
    expect(text).toContain("    moveByFlag(flag: string, body: Omit<BoatMove, 'type'>, options?: ActionCallOptions): ActionCall<Boat>\n")
    expect(text).toContain("paint: 'body' }, by: ['flag'] }],")
  })

  it('rejects actions whose targets are selected by both path and query', () => {
    const bundles = change(loadTinyBundles(), (control, sources) => {
      startActions(control, sources)
      const flag = { name: 'flag', in: 'query', required: true, description: 'Whose.', example: 'se', schema: { type: 'string' } }
      control.paths['/v2/boats/{boat_id}'].patch.parameters = [flag]
    })
    expect(() => createFile('boats.ts', bundles)).toThrow('An action must select its resources by path or by query, not by both.')
  })

  it('rejects an array that would be joined into one value', () => {
    const bundles = change(loadTinyBundles(), (control) => {
      control.paths['/v2/boats'].get.parameters[1].explode = false
    })
    const make = () => createFile('boats.ts', bundles)
    expect(make).toThrow(SpecError)
    expect(make).toThrow('Query parameter "flag" of boats_list is a joined array')
  })
})
