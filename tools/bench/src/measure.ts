export interface Rounds {
  readonly runs: number
  readonly warmUps?: number
  readonly progress?: (line: string) => void
}

/**
 * Runs subjects in turns, A B C A B C …, so that other load on the machine affects all of them equally. Drops the first rounds, which warm up
 * caches and compiled code.
 */
export async function measure<Sample, Name extends string>(
  subjects: Readonly<Record<Name, () => Sample | Promise<Sample>>>,
  { runs, warmUps = 1, progress }: Rounds,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(subjects) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>
  for (let round = -warmUps; round < runs; round++) {
    for (const name of names) {
      progress?.(`${round < 0 ? 'warm-up' : `${round + 1}/${runs}`} ${name}`)
      const sample = await subjects[name]()
      if (round >= 0) samples[name].push(sample)
    }
  }
  return samples
}
