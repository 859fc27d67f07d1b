/**
 * How much was used of one limit in its last so many milliseconds. The platform counts a request at a moment between its leaving and its answer, so it
 * is counted here for as long as it is under way, and from its answer on for the whole window.
 */
export class SlidingWindow {
  limit = 0
  readonly #milliseconds: number
  /** Oldest first. */
  readonly #used: { readonly at: number; readonly weight: number }[] = []
  #underWay = 0
  #weight = 0
  #closedUntil = 0

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Milliseconds until there is room; 0 when there is. What is under way is asked about again a little later. */
  waitFor(weight: number, now: number): number {
    let first = this.#used[0]
    while (first && first.at + this.#milliseconds <= now) {
      this.#used.shift()
      this.#weight -= first.weight
      first = this.#used[0]
    }
    if (this.#closedUntil > now) return this.#closedUntil - now
    let over = this.#weight + this.#underWay + weight - this.limit
    if (over <= 0) return 0
    for (const each of this.#used) {
      over -= each.weight
      if (over <= 0) return each.at + this.#milliseconds - now
    }
    return soon
  }

  /** Takes the room. The function it gives ends the request: with the moment from which it counts, or with nothing if it does not. */
  enter(weight: number): (at: number | undefined) => void {
    this.#underWay += weight
    return (at) => {
      this.#underWay -= weight
      if (at === undefined) return
      this.#used.push({ at, weight })
      this.#weight += weight
    }
  }

  /** The platform says that nothing is left until then. */
  close(until: number): void {
    this.#closedUntil = until
  }
}

const soon = 50
