/** Texts that exploit missing escaping. If one is executed, it sets `hacked` or exits the process. */
export interface HostileString {
  readonly name: string
  readonly text: string
}

export const hostileStrings: readonly HostileString[] = [
  { name: 'comment end, twice', text: '*/ globalThis.hacked = 1 /* */ process.exit(1) /*' },
  { name: 'comment end with two slashes', text: '*// \n globalThis.hacked = 1 /*' },
  { name: 'comment end already escaped', text: '*\\/ \n globalThis.hacked = 1 /*' },
  { name: 'backticks', text: '`; globalThis.hacked = 1; `' },
  { name: 'template', text: '${process.exit(1)}' },
  { name: 'quotes', text: `'; globalThis.hacked = 1; '"; globalThis.hacked = 1; "\u2019\u201d\u00ab` },
  { name: 'backslashes', text: `\\'; globalThis.hacked = 1; \\\\"; globalThis.hacked = 1; \\` },
  { name: 'line ends', text: "a\r\nglobalThis.hacked = 1\rglobalThis.hacked = 1\n'\nglobalThis.hacked = 1" },
  { name: 'line separators', text: 'a\u2028globalThis.hacked = 1\u2029globalThis.hacked = 1\u2028' },
  { name: 'control characters', text: '\u0000\u0001\u0008\u000b\u000c\u001b[31m\u007f\u0085\u009b' },
  { name: 'bidirectional overrides', text: '\u202e}1 = dekcah{\u2066 /* \u2069 \u202c\u200f' },
  { name: '__proto__', text: '__proto__' },
  { name: 'constructor', text: 'constructor' },
  { name: 'script', text: '</script><script>globalThis.hacked = 1</script>' },
  { name: 'HTML comment', text: '--> globalThis.hacked = 1 <!--\n--> globalThis.hacked = 1' },
  { name: 'documentation tag', text: '@deprecated by @deprecated and\n@deprecated\n * @deprecated\n\u200b@deprecated' },
  { name: 'path', text: '../../etc/passwd' },
  { name: 'very long', text: 'long */ '.repeat(8_000) },
  { name: 'surrogates', text: '\u{1f40b} \ud83d alone \udc0b' },
  { name: 'JSON', text: '", "hacked": true, "x": "' },
  { name: 'linter directive', text: '// eslint-disable\n/* oxlint-disable */ // @ts-nocheck' },
  { name: 'homograph', text: 'b\u043eats' },
  { name: 'unicode escapes', text: '\\u002a\\u002f globalThis.hacked = 1 \\x27' },
  { name: 'HTML entities', text: '&#42;&#47;&lt;script&gt;&quot;' },
]
