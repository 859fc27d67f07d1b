/** The paths that ARCHITECTURE.md names: a folder or file in backquotes, with a slash in it. */
const named = /`([A-Za-z0-9@._-]*\/(?:[A-Za-z0-9._/-]+(?:\/|\.(?:md|ts|mjs|json|yaml)))?)`/g

/** One sentence for each named path that does not exist. */
export function checkArchitecture(text: string, exists: (path: string) => boolean): string[] {
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(named)]
      .map((match) => match[1] ?? '')
      .filter((path) => !path.startsWith('@') && !exists(path))
      .map((path) => `ARCHITECTURE.md:${index + 1}: \`${path}\` does not exist. Correct the page, or the name.`),
  )
}
