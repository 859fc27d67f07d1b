/** Adds a sentence to the first description of a YAML document that is one plain line. */
export function editDescription(yaml: string, sentence: string): string {
  const edited = yaml.replace(/^( +description: [A-Z][^'"#:\n]*\.)$/m, (line) => `${line} ${sentence}`)
  if (edited === yaml) throw new Error('No description in the document is one plain line that ends with a period.')
  return edited
}
