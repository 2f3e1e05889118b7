/** `<c2>`, `<c11>`, `<cff0000>`: what the game reads as the start of a coloured part. */
const COLOUR_CODE = /^[0-9a-f]{1,8}$/i

/** Longest inside of a colour mark: `c` and eight hexadecimal digits. */
const LONGEST_MARK = 9

function isColourMark(inside: string): boolean {
  if (inside === '/c') return true
  return inside.startsWith('c') && COLOUR_CODE.test(inside.slice(1))
}

/**
 * A player's or club's name without the game's colour markup: `<c2>Roberto</c>` is `Roberto`, also where the mark
 * is never closed. Other angle brackets belong to the name (`Suzuya<3`, `<Cesar>`). One pass, linear in the length.
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

/** Anything but white space, control signs, signs that Unicode wants unseen, and the Braille blank. */
const VISIBLE = /[^\s\p{Cc}\p{DI}\u2800]/u

/** The plain name; the tag for a name of which nothing can be seen. */
export function nameOrTag(name: string, tag: string): string {
  const plain = plainName(name)
  return VISIBLE.test(plain) ? plain : tag
}
