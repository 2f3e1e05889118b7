/** The part after `c` of `<c2>`, `<c11>` and `<cff0000>`, which begin a coloured part of a name. */
const COLOUR_CODE = /^[0-9a-f]{1,8}$/i

/** Characters between the brackets of the longest mark: `c` and eight hexadecimal digits. */
const LONGEST_MARK = 9

function isColourMark(inside: string): boolean {
  if (inside === '/c') return true
  return inside.startsWith('c') && COLOUR_CODE.test(inside.slice(1))
}

/**
 * A player's or club's name without the game's colour markup, closed or not: `<c2>Roberto</c>` becomes `Roberto`. Other
 * angle brackets belong to the name (`Suzuya<3`, `<Cesar>`). Takes time in proportion to the length
 * (docs/game-api.md#names).
 */
export function plainName(name: string): string {
  let plain = ''
  let kept = 0
  for (let open = name.indexOf('<'); open !== -1; open = name.indexOf('<', open + 1)) {
    const close = name.slice(open + 1, open + LONGEST_MARK + 2).indexOf('>')
    if (close === -1 || !isColourMark(name.slice(open + 1, open + 1 + close))) continue
    plain += name.slice(kept, open)
    kept = open + close + 2
    open = kept - 1
  }
  return plain + name.slice(kept)
}

/** Anything but white space, control characters, characters that Unicode calls invisible, and the Braille blank. */
const VISIBLE = /[^\s\p{Cc}\p{DI}\u2800]/u

/** The plain name, or the tag where no character of the name is visible. */
export function nameOrTag(name: string, tag: string): string {
  const plain = plainName(name)
  return VISIBLE.test(plain) ? plain : tag
}

/** Line breaks and other control characters, and characters that reverse the text after them. */
const UNSAFE_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** A text that somebody chose, as one line that turns no other text around: a space stands for what would. */
export function inOneLine(text: string): string {
  return text.toWellFormed().replace(UNSAFE_IN_A_LINE, ' ')
}

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** U+2068 and U+2069 keep the direction of a name from changing the text around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`
}

/** In characters. The game allows 15; a longer name must not fill the text around it. */
const NAME_MAX = 24

export function shortened(name: string): string {
  const letters = [...name]
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : name
}

const ZERO_WIDTH_SPACE = '\u200B'

/**
 * A text that somebody chose, for a message in Markdown as Discord reads it. The message shows it as it is: it formats
 * nothing, links nowhere, calls nobody, stays in its line, and turns no other text around.
 */
export function plainMarkdown(text: string): string {
  const escaped = inOneLine(text).replaceAll(/[\\*_~`|<>#[\]()-]/g, '\\$&')
  const plain = escaped.replaceAll(/[@:]|\.(?=\w)/g, `$&${ZERO_WIDTH_SPACE}`)
  return isRightToLeft(plain) ? isolated(plain) : plain
}
