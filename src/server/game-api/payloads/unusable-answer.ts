/** An answer, or a part without which it is worth nothing, that cannot be believed. The message holds nothing of its text. */
export class UnusableAnswer extends Error {
  /** `malformed`: not of the form it should have. `glitched`: in form, with figures or names that cannot be true. */
  readonly kind: 'malformed' | 'glitched'

  constructor(kind: 'malformed' | 'glitched', message: string) {
    super(message)
    this.name = 'UnusableAnswer'
    this.kind = kind
  }
}
