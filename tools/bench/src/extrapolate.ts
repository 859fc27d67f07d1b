interface Sample {
  readonly at: number
  readonly value: number
}

/** The value that a straight line through the samples, by least squares, has at `at`. */
export function extrapolate(samples: readonly Sample[], at: number): number {
  const [middle, mean] = [average(samples.map((sample) => sample.at)), average(samples.map(({ value }) => value))]
  const spread = samples.reduce((sum, sample) => sum + (sample.at - middle) ** 2, 0)
  const slope = samples.reduce((sum, sample) => sum + (sample.at - middle) * (sample.value - mean), 0) / spread
  return mean + slope * (at - middle)
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}
